import type { FastifyReply, FastifyRequest } from 'fastify';
import { admitRun } from '../domain/admission/admit-run.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import { ClientGone } from '../domain/routing/try-endpoints.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { KeptAnswer } from '../records/idempotency-record.ts';
import type { RunRequest } from '../tenants/admission-request.ts';
import { applyReply } from './apply-reply.ts';
import { type AdmittedRun, applyRequestFaults } from './apply-request-faults.ts';
import { claimKey, keyOf } from './claim-key.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** A request that was admitted to run a model, with what admission was asked. */
export interface Admitted extends AdmittedRun {
  readonly asked: RunRequest;
}

/** What one route does at each step of the way that all requests to run a model go. */
export interface RunRoute<A extends Admitted> {
  /** Throws the refusal. */
  admit(request: FastifyRequest, reply: FastifyReply): A;
  /** Runs the admitted request, answers it and records what it came to. `ticket`: of its key; undefined when it has none. */
  run(
    admitted: A,
    ticket: Ticket | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply>;
  /** Answers with what the first request under the key was answered. */
  replay(answer: KeptAnswer, reply: FastifyReply): FastifyReply;
  /** Answers a request that failed before it ran, or throws what was thrown. */
  refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/**
 * Answers a request that asks for a model to be run: it is admitted, claims its key, runs, is answered and recorded. Without a key it runs in the same turn as
 * it is admitted, so that nobody else spends in between what it was admitted for.
 */
export function answerRun<A extends Admitted>(
  options: GatewayOptions,
  route: RunRoute<A>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  let admitted: A;
  let key: string | undefined;
  try {
    admitted = route.admit(request, reply);
    applyRequestFaults(request, admitted);
    applyReply(request, admitted);
    key = keyOf(options, request);
  } catch (thrown) {
    return route.refuse(thrown, request, reply);
  }
  return key === undefined
    ? route.run(admitted, undefined, request, reply)
    : answerUnderKey(options, route, { key, admitted, request, reply });
}

interface KeyedRun<A> {
  readonly key: string;
  readonly admitted: A;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answerUnderKey<A extends Admitted>(
  options: GatewayOptions,
  route: RunRoute<A>,
  { key, admitted, request, reply }: KeyedRun<A>,
): Promise<FastifyReply> {
  let ticket: Ticket | undefined;
  try {
    const claim = await claimKey(options, key, admitted, request.body as Uint8Array);
    if (claim.kind === 'replay') return route.replay(claim.answer, reply);
    if (claim.kind === 'wait') return route.replay(await firstAnswer(options, claim.answer), reply);
    ticket = claim.ticket;
  } catch (thrown) {
    return route.refuse(thrown, request, reply);
  }
  if (ticket === undefined) return await route.run(admitted, undefined, request, reply);
  try {
    // While the key was being claimed, other requests may have spent what was left.
    admitRun(options.behaviour.admission, admitted.caller, admitted.asked);
    return await route.run(admitted, ticket, request, reply);
  } catch (thrown) {
    if (thrown instanceof ClientGone) ticket.leave();
    else ticket.fail();
    throw thrown;
  }
}

/** What the first request under a key, which still runs, will be answered. Throws the conflict when it comes to nothing. */
async function firstAnswer(
  { behaviour }: GatewayOptions,
  answer: Promise<KeptAnswer | undefined>,
): Promise<KeptAnswer> {
  const kept = await answer;
  if (kept !== undefined) return kept;
  throw new GatewayError(
    behaviour.idempotency.refusal,
    'The first request with this Idempotency-Key came to nothing.',
    {
      scope: 'request',
    },
  );
}
