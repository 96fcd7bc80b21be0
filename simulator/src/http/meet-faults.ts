import type { FastifyRequest } from 'fastify';
import { ClientGone } from '../domain/routing/try-endpoints.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { JsonObject } from '../records/json-object.ts';
import type { Caller } from '../tenants/admission-request.ts';

/** A request that was admitted and has not claimed its key yet. */
export interface MetRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly route: 'chat' | 'image' | 'transcription';
}

/**
 * Lets the account's faults meet an admitted request. Throws the refusal of a fault, or `ClientGone` where the connection is to be lost
 * before anything runs; a fault that acts later is kept in the request's note.
 */
export function meetFaults(request: FastifyRequest, { caller, body, route }: MetRequest): void {
  const { faults, effects } = caller.account.workbench;
  const key = request.headers['idempotency-key'];
  const submitted = {
    requestId: caller.requestId,
    idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined,
    answer: 'open' as const,
  };
  effects.add(submitted);
  const { note } = request;
  if (note !== undefined) request.note = { ...note, submitted };
  const taken = faults.takeForAnswer({ route, model: String(body.model), stream: body.stream === true });
  if (taken === undefined || note === undefined) return;
  const { fault } = taken;
  switch (fault.kind) {
    case 'refuse': {
      const { code, retryAfterMs } = fault;
      taken.acted(caller.requestId);
      throw new GatewayError(code, 'A fault of the account refuses this request.', {
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    }
    case 'lose-before-run':
      taken.acted(caller.requestId);
      throw new ClientGone();
    default:
      request.note = { ...note, submitted, answerFault: taken };
  }
}
