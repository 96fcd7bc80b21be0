import { type Check, type ClientWorld, defineCheck } from '@gateproof/harness';
import fc from 'fast-check';

/** A check of a client SDK. */
export type ClientCheck = Check<unknown, ClientWorld>;

/** Clients wait between retries in real time. */
const caseLimitMs = 60_000;

/** A check of one case. */
export function clientCheck(rule: string, decide: (world: ClientWorld) => Promise<void>): ClientCheck {
  return clientRows(rule, [undefined], decide);
}

/** A check with a case for each row. */
export function clientRows<Row>(
  rule: string,
  rows: readonly Row[],
  decide: (world: ClientWorld, row: Row) => Promise<void>,
): ClientCheck {
  return defineCheck<readonly number[], ClientWorld>({
    rule,
    input: fc.shuffledSubarray(
      rows.map((_, place) => place),
      { minLength: rows.length },
    ),
    cases: 1,
    caseLimitMs,
    async decide(world, order) {
      for (const place of order) await decide(world, rows[place] as Row);
    },
  });
}
