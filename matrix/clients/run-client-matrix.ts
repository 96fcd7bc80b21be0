import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../../repository/script-options.ts';
import { judgeAll } from '../judge-all.ts';
import {
  beginningWith,
  type Expectation,
  isFine,
  judgeRun,
  type MatrixRow,
  nothingMayFail,
  outcomes,
} from '../judge-run.ts';
import { readPart } from '../part.ts';
import { sampleByArea } from '../sample-by-area.ts';
import type { ClientChanges } from './client-behaviour.ts';
import { clientVariations } from './client-variations.ts';
import { badClients } from './deviations/index.ts';
import { judgeClient } from './judge-client.ts';
import { referenceClient } from './reference-client.ts';

/**
 * The kill matrix of clients: every known-bad one must be caught by the rule that it breaks, with no other rule red than those it entails, and
 * every legal one allowed. A bad client is judged by its rule's group alone. Options: `--only <id prefix>` (repeatable), `--kind bad` or
 * `--kind legal`, `--part k/n` for several processes, `--sample N` for so many with a share of each group and of the legal ones, drawn by
 * `--sample-seed N` (default 1), `--parallel N` clients at once (default 6), `--json FILE` to keep the rows. Prints what came out otherwise, beside
 * others or alone, then the counts; exits 1 when any did alone.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  kind: { type: 'string', default: 'all' },
  part: { type: 'string', default: '0/1' },
  parallel: { type: 'string', default: '6' },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  json: { type: 'string' },
});

interface Entry {
  readonly expected: Expectation;
  readonly changes: ClientChanges;
  readonly groups: readonly string[];
}

const groupOf = (rule: string) => `${rule.split('.').slice(0, 2).join('.')}.`;
const part = readPart(values.part);
const selected: readonly Entry[] = [
  ...badClients.map(({ id, changes, entails = [], with: more = [] }): Entry => {
    const [breaks = id] = id.split(':');
    return { expected: { id, breaks, mayFail: beginningWith(entails) }, changes, groups: [groupOf(breaks), ...more] };
  }),
  ...clientVariations.map(
    ({ id, changes }): Entry => ({
      expected: { id, breaks: undefined, mayFail: nothingMayFail },
      changes,
      groups: [''],
    }),
  ),
].filter(
  ({ expected }) =>
    values.only.some((prefix) => expected.id.startsWith(prefix)) &&
    (values.kind === 'all' || values.kind === (expected.breaks === undefined ? 'legal' : 'bad')),
);
const entries = sampleByArea(selected, {
  count: Number(values.sample ?? selected.length),
  seed: Number(values['sample-seed']),
  areaOf: ({ expected }) => (expected.breaks === undefined ? 'legal' : groupOf(expected.id)),
}).filter((_, place) => part.takes(place));

const print = (line: string) => process.stdout.write(`${line}\n`);
const { rows, judgedAgain } = await judgeAll(entries, {
  parallel: Number(values.parallel),
  judge: async ({ expected, changes, groups }: Entry): Promise<MatrixRow> =>
    judgeRun(expected, await judgeClient({ ...referenceClient, ...changes }, groups)),
  isFine: (row: MatrixRow) => isFine(row),
  onOdd({ outcome, id, unexpected }, isAlone) {
    const end = isAlone ? '' : ' (beside others: judged again alone)';
    print(`${outcome.padEnd(9)} ${id}  unexpected: ${unexpected.join(' ')}${end}`);
  },
});
print(`judged again alone: ${judgedAgain}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));
for (const outcome of outcomes) {
  print(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}`);
}
// A client that was left waiting for an hour would keep the process.
process.exit(rows.every(isFine) && rows.length > 0 ? 0 : 1);
