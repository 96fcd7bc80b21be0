import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Claim } from '../domain/idempotency/idempotency-book.ts';
import type { KeptAnswer } from '../records/idempotency-record.ts';
import type { JsonObject } from '../records/json-object.ts';
import { worldIdOf } from '../tenants/account.ts';
import type { Caller } from '../tenants/admission-request.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** An admitted request that may have a key. */
export interface KeyedRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly route: 'chat' | 'image' | 'transcription';
}

/**
 * Takes a request's Idempotency-Key once the request is admitted: a refused one does not own its key. Rejects with the
 * conflict. A request without a key gets its ticket at once, in the same turn as its admission.
 */
export function claimKey(
  options: GatewayOptions,
  request: FastifyRequest,
  { caller, body, route }: KeyedRequest,
): Claim | Promise<Claim> {
  const { idempotency } = options.behaviour;
  const header = request.headers['idempotency-key'];
  const key = idempotency.keyOf(Array.isArray(header) ? header[0] : header);
  if (key === undefined) return { kind: 'run', ticket: options.idempotency.withoutKey() };
  const { account } = caller;
  return options.idempotency.claim(idempotency, {
    scope: idempotency.scope({ accountId: worldIdOf(account), apiKeyId: caller.key.id, route, key, body }),
    fingerprint: idempotency.fingerprint(body, request.body as Uint8Array),
    accountId: account.id,
    nowMs: account.clock.now(),
    isSubmission: route !== 'chat',
  });
}

/** Answers with what the first request under the key was answered. */
export function sendAgain({ behaviour }: GatewayOptions, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  const answer = behaviour.idempotency.again(kept);
  return answer.form === 'json'
    ? reply.header('content-type', behaviour.completions.contentType).send(answer.text)
    : reply
        .header('content-type', behaviour.streaming.contentType)
        .send(Readable.from(answer.events.map((event) => Buffer.from(event))));
}
