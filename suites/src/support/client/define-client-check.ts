import { type Check, type ClientWorld, defineCheck } from '@gateproof/harness';
import { every } from '../every.ts';
import { withReadsBesides } from './reads-besides.ts';

/** A check of a client SDK. */
export type ClientCheck = Check<unknown, ClientWorld>;

/** Clients wait between retries in real time. */
const caseLimitMs = 60_000;

/** A check of one case. */
export function clientCheck(rule: string, decide: (world: ClientWorld) => Promise<void>): ClientCheck {
  return clientRows(rule, { always: undefined }, decide);
}

/** More rows than this wait for the client more than they work. */
const fewRows = 3;

/** A check with a case for each row; a row of a list is known by its text or its place. One that `waits` has its cases side by side: default one of many rows. */
export function clientRows<Row>(
  rule: string,
  rows: readonly Row[] | Readonly<Record<string, Row>>,
  decide: (world: ClientWorld, row: Row, name: string) => Promise<void>,
  { waits }: { readonly waits?: boolean } = {},
): ClientCheck {
  const named = new Map<string, Row>(Array.isArray(rows) ? rows.map(namedRow) : Object.entries(rows));
  const names = [...named.keys()];
  return defineCheck<string, ClientWorld>({
    rule,
    ...every(...names),
    caseLimitMs,
    waits: waits ?? names.length > fewRows,
    decide: (world, name) => decide(withReadsBesides(world), named.get(name) as Row, name),
  });
}

function namedRow<Row>(row: Row, place: number): [string, Row] {
  return [typeof row === 'string' ? row : `row ${place + 1}`, row];
}
