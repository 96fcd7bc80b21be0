import type { Suite } from '@gateproof/harness';

type Measured = NonNullable<Suite['measured']>;

/** What a table of measured rules says, by rule. Its lines are texts such as `chat.n 4/9/3/5 chat,stream; chat.any - models +`. */
export function measuredOf(table: string): Measured {
  const rows = table.trim().split(/\n|; /);
  return Object.fromEntries(rows.map((row) => entryOf(row)));
}

function entryOf(row: string): readonly [string, Measured[string]] {
  const [id = '', costs = '-', routes = '.', mark] = row.split(' ');
  const used = { routes: routes === '.' ? [] : routes.split(','), ...(mark === '+' ? { needsAll: true } : {}) };
  if (costs === '-') return [id, used];
  const [cases = 0, requests = 0, generations = 0, rounds = 0] = costs.split('/').map(Number);
  return [id, { ...used, cost: { cases, requests, generations, rounds } }];
}
