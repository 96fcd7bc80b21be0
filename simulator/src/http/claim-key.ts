import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../domain/admission/admission-request.ts';
import type { JsonObject } from '../domain/chat/parse-body.ts';
import type { Claim } from '../domain/idempotency/idempotency-book.ts';
import type { KeptAnswer } from '../domain/idempotency/idempotency-record.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** An admitted request that may have a key. */
export interface KeyedRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly route: 'chat' | 'image' | 'transcription';
}

/** Takes a request's Idempotency-Key once the request is admitted: a refused one does not own its key. Throws the conflict. */
export function claimKey(
  options: GatewayOptions,
  request: FastifyRequest,
  { caller, body, route }: KeyedRequest,
): Claim {
  const { idempotency } = options.behaviour;
  const header = request.headers['idempotency-key'];
  const key = idempotency.keyOf(Array.isArray(header) ? header[0] : header);
  const { account } = caller;
  const use = { accountId: account.id, apiKeyId: caller.key.id, route };
  const scope = key === undefined ? undefined : idempotency.scope({ ...use, key, body });
  const fingerprint = scope === undefined ? '' : idempotency.fingerprint(body, request.body as Uint8Array);
  const nowMs = account.clock.now();
  return options.idempotency.claim(idempotency, { scope, fingerprint, nowMs, isSubmission: route !== 'chat' });
}

/** Answers with what the first request under the key was answered. */
export function sendAgain({ behaviour }: GatewayOptions, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  return answer.form === 'json'
    ? reply.header('content-type', behaviour.completions.contentType).send(answer.text)
    : reply
        .header('content-type', behaviour.streaming.contentType)
        .send(Readable.from(answer.events.map((event) => Buffer.from(event))));
}
