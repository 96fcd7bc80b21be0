import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatRequest } from '../domain/chat/chat-run.ts';
import type { Claim } from '../domain/idempotency/idempotency-book.ts';
import type { KeptAnswer } from '../domain/idempotency/idempotency-record.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Takes a request's Idempotency-Key once the request is admitted: a refused one does not own its key. Throws the conflict. */
export function claimKey(options: GatewayOptions, request: FastifyRequest, { caller, body }: ChatRequest): Claim {
  const { idempotency } = options.behaviour;
  const header = request.headers['idempotency-key'];
  const key = idempotency.keyOf(Array.isArray(header) ? header[0] : header);
  const { account } = caller;
  const use = { accountId: account.id, apiKeyId: caller.key.id, route: 'chat' };
  const scope = key === undefined ? undefined : idempotency.scope({ ...use, key });
  const fingerprint = scope === undefined ? '' : idempotency.fingerprint(body, request.body as Uint8Array);
  return options.idempotency.claim(idempotency, scope, fingerprint, account.clock.now());
}

/** Answers with what the first request under the key was answered. */
export function sendAgain({ behaviour }: GatewayOptions, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  return answer.form === 'json'
    ? reply.header('content-type', behaviour.completions.contentType).send(answer.text)
    : reply
        .header('content-type', behaviour.streaming.contentType)
        .send(Readable.from(answer.events.map((event) => Buffer.from(event))));
}
