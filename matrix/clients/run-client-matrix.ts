import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Expectation, judgeRun, type MatrixRow } from '../judge-run.ts';
import type { ClientChanges } from './client-behaviour.ts';
import { clientVariations } from './client-variations.ts';
import { badClients } from './deviations/index.ts';
import { judgeClient } from './judge-client.ts';
import { referenceClient } from './reference-client.ts';

/**
 * The kill matrix of clients: every known-bad one must be caught by the rule that it breaks, with no other rule red than those it entails, and
 * every legal one spared. A bad client is judged by its rule's group alone. Options: `--only <id prefix>` (repeatable), `--part k/n` for
 * several processes, `--parallel N` clients at once (default 6), `--json FILE` to keep the rows. Prints what came out otherwise, then the
 * counts; exits 1 when any did.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    part: { type: 'string', default: '0/1' },
    parallel: { type: 'string', default: '6' },
    json: { type: 'string' },
  },
});

interface Entry {
  readonly expected: Expectation;
  readonly changes: ClientChanges;
  readonly groups: readonly string[];
}

const groupOf = (rule: string) => `${rule.split('.').slice(0, 2).join('.')}.`;
const [part = 0, parts = 1] = values.part.split('/').map(Number);
const entries: readonly Entry[] = [
  ...badClients.map(({ id, changes, entails = [], with: more = [] }): Entry => {
    const [breaks = id] = id.split(':');
    return { expected: { id, breaks, entails }, changes, groups: [groupOf(breaks), ...more] };
  }),
  ...clientVariations.map(
    ({ id, changes }): Entry => ({ expected: { id, breaks: undefined, entails: [] }, changes, groups: [''] }),
  ),
]
  .filter(({ expected }) => values.only.some((prefix) => expected.id.startsWith(prefix)))
  .filter((_, place) => place % parts === part);

const rows: MatrixRow[] = [];
const waiting = [...entries];

async function judgeInTurn(): Promise<void> {
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    const { expected, changes, groups } = entry;
    const row = judgeRun(expected, await judgeClient({ ...referenceClient, ...changes }, groups));
    rows.push(row);
    const fine = /killed|spared/.test(row.outcome) && row.unexpected.length === 0;
    if (!fine) process.stdout.write(`${row.outcome.padEnd(9)} ${row.id}  unexpected: ${row.unexpected.join(' ')}\n`);
  }
}

await Promise.all(Array.from({ length: Number(values.parallel) }, judgeInTurn));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
for (const outcome of ['killed', 'survived', 'no check', 'spared', 'accused']) {
  process.stdout.write(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}\n`);
}
const isFine = rows.every(({ outcome, unexpected }) => /killed|spared/.test(outcome) && unexpected.length === 0);
// A client that was left waiting for an hour would keep the process.
process.exit(isFine && rows.length > 0 ? 0 : 1);
