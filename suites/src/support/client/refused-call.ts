import { type ClientRequest, type ClientWorld, expectThat, requestHeaderOf, show } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { gapsBetween } from './operations.ts';
import type { RichOperation } from './rich-calls.ts';

/** The wait that the first refusal of a call asks for where waits are judged, in ms; all further ones ask for none. */
export const judgedWaitMs = 1_000;
const slackMs = 100;

/** Terminal codes that leave a later retry open. */
const late = ['provider_unauthorized', 'idempotency_conflict'];

export const kindOf = (code: string) => errorTable.get(code)?.kind;

/** A call that was always refused with one code. */
export interface RefusedCall {
  /** The call and its circumstances, as the subject of a sentence. */
  readonly what: string;
  readonly op: RichOperation;
  readonly code: string;
  readonly requests: readonly ClientRequest[];
  /** The wait that its first refusal asked for, in ms. */
  readonly firstWaitMs: number;
}

/** States that it was sent again as its kind allows: so often, after the wait that was asked for, and under one key (Errors › Retry guidance by kind). */
export function expectSentAsAllowed(world: ClientWorld, { what, op, code, requests, firstWaitMs }: RefusedCall): void {
  const exchanges = requests.map(({ exchange }) => exchange.id);
  const most = mostRequests(op, code);
  expectThat(world, requests.length <= most, {
    expected: `${what}, refused with ${code} of kind ${kindOf(code)}, to be sent ${most === 1 ? 'once' : `${most} times at most`}`,
    observed: `${requests.length} requests`,
    exchanges,
  });
  const [gapMs] = gapsBetween(requests);
  if (gapMs !== undefined && firstWaitMs > 0)
    expectThat(world, gapMs >= firstWaitMs - slackMs, {
      expected: `${what}, refused with ${code}, not to be sent again before the second that Retry-After says`,
      observed: `sent again after ${Math.round(gapMs)} ms`,
      exchanges,
    });
  const keys = new Set(requests.map(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key')));
  expectThat(world, keys.size <= 1, {
    expected: `every retry of ${what} to carry the Idempotency-Key of its first attempt`,
    observed: show([...keys]),
    exchanges,
  });
}

function mostRequests(op: RichOperation, code: string): number {
  if (kindOf(code) === 'terminal') return late.includes(code) ? Number.POSITIVE_INFINITY : 1;
  return kindOf(code) === 'unknown' && op !== 'wait_job' ? 2 : Number.POSITIVE_INFINITY;
}
