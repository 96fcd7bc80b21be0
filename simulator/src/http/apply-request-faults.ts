import type { JsonObject } from '@gateproof/spec';
import type { FastifyRequest } from 'fastify';
import { ClientGone } from '../domain/routing/try-endpoints.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../tenants/admission-request.ts';

/** A request that may run a model. */
export interface AdmittedRun {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly route: 'chat' | 'image' | 'transcription';
}

/**
 * Notes an admitted request, and applies the account's faults to it. Throws the refusal of a fault, or `ClientGone` where the connection is to be lost
 * before anything runs; a fault that acts later is kept in the request's note.
 */
export function applyRequestFaults(request: FastifyRequest, { caller, body, route }: AdmittedRun): void {
  const { faults, effects } = caller.account.workbench;
  const key = request.headers['idempotency-key'];
  const submitted = {
    requestId: caller.requestId,
    idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined,
    answer: 'open' as const,
  };
  effects.add(submitted);
  const { note } = request;
  if (note !== undefined) note.submitted = submitted;
  if (faults.isEmpty) return;
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
      note.answerFault = taken;
  }
}
