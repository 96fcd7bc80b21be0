import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { referenceExchanges } from '../behaviour/exchanges.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Whether an answer goes out as it was made: neither a fault nor the behaviour changes it before it is sent. */
export function goesStraight({ behaviour }: GatewayOptions, { note }: FastifyRequest): boolean {
  return note?.answerFault === undefined && behaviour.exchanges === referenceExchanges;
}

/** Sends the head of an answer that goes straight to the connection. `fields`: names and values in turn, behind the id of the request. */
export function sendHead(
  { names }: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: string[],
): ServerResponse {
  const { raw } = reply.hijack();
  request.note?.journal.answer(request.note.entry, 200, undefined);
  const name = names.requestIdHeader;
  const id = reply.getHeader(name);
  if (id !== undefined) fields.unshift(name.toLowerCase(), String(id));
  return raw.writeHead(200, fields);
}

/** Answers 200 with a whole text. */
export function sendText(
  options: GatewayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, text }: { readonly contentType: string; readonly text: string },
): FastifyReply {
  if (!goesStraight(options, request) || reply.sent) return reply.header('content-type', contentType).send(text);
  const length = Buffer.byteLength(text);
  const head = ['content-type', contentType, 'content-length', String(length)];
  sendHead(options, request, reply, head).end(text, encodingOf(text, length));
  return reply;
}

/** The cheapest encoding that gives a text's bytes in UTF-8. */
export function encodingOf(text: string, byteLength: number): 'latin1' | 'utf8' {
  return byteLength === text.length ? 'latin1' : 'utf8';
}
