import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { referenceExchanges } from '../behaviour/exchanges.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Whether an answer goes out as it was made: neither a fault nor the behaviour changes it before it is sent. */
export function goesStraight({ behaviour }: GatewayOptions, { request }: FastifyReply): boolean {
  return request.note?.answerFault === undefined && behaviour.exchanges === referenceExchanges;
}

interface AnswerHead {
  readonly status: number;
  /** Names and values in turn, to stand behind the id of the request. */
  readonly fields: string[];
  /** The whole body, where it is there already. */
  readonly text?: string;
}

/** Sends the head of an answer that goes straight to the connection. */
export function sendHead(
  { names }: GatewayOptions,
  reply: FastifyReply,
  { status, fields, text }: AnswerHead,
): ServerResponse {
  const { raw, request } = reply.hijack();
  const { note } = request;
  note?.journal.answer(note.entry, status, text);
  note?.releaseReply();
  const name = names.requestIdHeader;
  const id = reply.getHeader(name);
  if (id !== undefined) fields.unshift(name.toLowerCase(), String(id));
  return raw.writeHead(status, fields);
}

/** Answers with a whole text. */
export function sendText(
  options: GatewayOptions,
  reply: FastifyReply,
  { status, contentType, text }: { readonly status: number; readonly contentType: string; readonly text: string },
): FastifyReply {
  // Where the account has gone meanwhile, nothing is sent.
  if (reply.sent) return reply;
  if (!goesStraight(options, reply)) return reply.code(status).header('content-type', contentType).send(text);
  const length = Buffer.byteLength(text);
  const fields = ['content-type', contentType, 'content-length', String(length)];
  sendHead(options, reply, { status, fields, text }).end(text, encodingOf(text, length));
  return reply;
}

/** The cheapest encoding that gives a text's bytes in UTF-8. */
export function encodingOf(text: string, byteLength: number): 'latin1' | 'utf8' {
  return byteLength === text.length ? 'latin1' : 'utf8';
}
