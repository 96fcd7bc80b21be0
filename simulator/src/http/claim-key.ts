import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Claim } from '../domain/idempotency/idempotency-book.ts';
import type { KeptAnswer } from '../records/idempotency-record.ts';
import { worldIdOf } from '../tenants/account.ts';
import type { AdmittedRun } from './apply-request-faults.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { sendText } from './send-straight.ts';

/** The Idempotency-Key of a request; undefined when it has none. */
export function keyOf({ behaviour }: GatewayOptions, { headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  return behaviour.idempotency.keyOf(Array.isArray(header) ? header[0] : header);
}

/** Takes the key of an admitted request: a refused one does not own its key. Rejects with the conflict. */
export function claimKey(
  options: GatewayOptions,
  key: string,
  { caller, body, route }: AdmittedRun,
  rawBody: Uint8Array,
): Promise<Claim> {
  const { idempotency } = options.behaviour;
  const { account } = caller;
  return options.idempotency.claim(idempotency, {
    scope: idempotency.scope({ accountId: worldIdOf(account), apiKeyId: caller.key.id, route, key, body }),
    fingerprint: idempotency.fingerprint(body, rawBody),
    account,
    isSubmission: route !== 'chat',
  });
}

/** Answers a conversation with what the first request under its key was answered. */
export function sendAgain(options: GatewayOptions, reply: FastifyReply, kept: KeptAnswer): FastifyReply {
  const { idempotency, completions, streaming } = options.behaviour;
  const answer = idempotency.again(kept);
  return answer.form === 'json'
    ? sendText(options, reply, { status: 200, contentType: completions.contentType, text: answer.text })
    : reply
        .header('content-type', streaming.contentType)
        .send(Readable.from(answer.events.map((event) => Buffer.from(event))));
}
