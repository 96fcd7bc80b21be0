import { scriptOptions } from '../../repository/script-options.ts';
import { judgeAll } from '../judge-all.ts';
import { sampleByArea } from '../sample-by-area.ts';
import { eventVariations } from './event-receivers.ts';
import { judgeReceiver } from './judge-receiver.ts';
import { knownBadReceivers } from './known-bad-receivers.ts';
import { oddReceivers } from './odd-receivers.ts';
import { type ReceiverBehaviour, referenceReceiver } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';
import { receiverVariations } from './receiver-variations.ts';
import { serveReceiver } from './serve-receiver.ts';

/**
 * The kill matrix of webhook receivers: every known-bad one must be caught by the rule that it breaks, with no other rule red than those it
 * entails, and every legal one allowed. Options: `--only PREFIX` (again for more), `--kind bad` or `--kind legal`, `--sample N` for so many with a share of each group and of the legal ones, drawn by `--sample-seed N` (default 1),
 * `--parallel N` receivers at once (default 4). Receivers that let each sender
 * wait for seconds come last, by themselves. Prints what came out otherwise, beside others or alone, then the counts; exits 1 when any did
 * alone.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  kind: { type: 'string', default: 'all' },
  parallel: { type: 'string', default: '4' },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
});
const secrets: readonly [string, string] = ['whsec_Newest0123456789abcdef', 'whsec_Previous0123456789abc'];
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Entry {
  readonly id: string;
  readonly changes: Partial<ReceiverBehaviour>;
  /** The rule that it breaks; undefined for a legal one. */
  readonly breaks: string | undefined;
  readonly entails: readonly string[];
  /** Rules that must not warn either. */
  readonly unwarned: readonly string[];
  /** Rules whose ids begin so are judged; undefined: all. */
  readonly only: string | undefined;
}

function legalEntry({ id, changes, unwarned = [] }: (typeof receiverVariations)[number]): Entry {
  return { id, changes, breaks: undefined, entails: [], unwarned, only: undefined };
}

/** These meet a receiver with deliveries of all forms, so that what it gets wrong in one of them may show there too. */
const inAllForms = [
  ...['receiver.genuine.two-forms', 'receiver.duplicate.two-forms', 'receiver.tolerance.field-values'],
  ...['receiver.forged.genuine-after', 'receiver.forged.without-effect', 'receiver.forged.body-rewritten'],
];

function badEntry({ id, changes, only, entails = [] }: BadReceiver): Entry {
  const [breaks = id] = id.split(':');
  return { id, changes, breaks, entails: [...entails, ...inAllForms], unwarned: [], only };
}

interface Row {
  readonly id: string;
  readonly outcome: 'killed' | 'survived' | 'allowed' | 'false positive';
  /** Red rules that nobody expected, with their verdicts. */
  readonly others: readonly string[];
}

/** A receiver that answers later than this only waits, so many of its cases go side by side. */
const slowFromMs = 1_000;
const isSlow = ({ changes, breaks }: Entry) =>
  breaks === undefined && Math.max(changes.answerAfterMs ?? 0, changes.verifiesAfterMs ?? 0) >= slowFromMs;
const concurrencyOfSlow = 48;

const selected: readonly Entry[] = [
  ...[...receiverVariations, ...eventVariations, ...oddReceivers].map(legalEntry),
  ...knownBadReceivers.map(badEntry),
].filter(
  ({ id, breaks }) =>
    values.only.some((prefix) => id.startsWith(prefix)) &&
    (values.kind === 'all' || values.kind === (breaks === undefined ? 'legal' : 'bad')),
);
const entries = sampleByArea(selected, {
  count: Number(values.sample ?? selected.length),
  seed: Number(values['sample-seed']),
  areaOf: ({ id, breaks }) => (breaks === undefined ? 'legal' : id.split('.').slice(0, 2).join('.')),
});

async function judge(entry: Entry): Promise<Row> {
  const { id, changes, breaks, entails, unwarned, only } = entry;
  const served = await serveReceiver({ ...referenceReceiver, ...changes }, secrets);
  const document = await judgeReceiver(served, secrets, {
    ...(only === undefined ? {} : { only }),
    ...(isSlow(entry) ? { concurrency: concurrencyOfSlow } : {}),
  });
  await served.close();
  const verdicts = new Map(document.rules.map(({ rule, verdict }) => [rule, verdict]));
  const harmless = ['pass', 'not-applicable', 'warn', ...(breaks === undefined ? [] : ['blocked'])];
  const others = [...verdicts]
    .filter(
      ([rule, verdict]) =>
        rule !== breaks &&
        (!harmless.includes(verdict) || (verdict === 'warn' && unwarned.includes(rule))) &&
        !entails.some((prefix) => rule.startsWith(prefix.replace('*', ''))),
    )
    .map(([rule, verdict]) => `${rule}=${verdict}`);
  if (breaks === undefined) return { id, outcome: others.length === 0 ? 'allowed' : 'false positive', others };
  const verdict = verdicts.get(breaks);
  return { id, outcome: verdict === 'fail' || verdict === 'warn' ? 'killed' : 'survived', others };
}

const isFine = ({ outcome, others }: Row) => /killed|allowed/.test(outcome) && others.length === 0;

async function judgeWave(wave: readonly Entry[], parallel: number) {
  return judgeAll(wave, {
    parallel,
    judge,
    isFine,
    onOdd({ id, outcome, others }, isAlone) {
      const end = isAlone ? '' : ' (beside others: judged again alone)';
      print(`${outcome.padEnd(8)} ${id}  others: ${others.join(' ')}${end}`);
    },
  });
}

const quick = entries.filter((entry) => !isSlow(entry));
const slow = entries.filter(isSlow);
const waves = [await judgeWave(quick, Number(values.parallel)), await judgeWave(slow, slow.length)];
const rows = waves.flatMap((wave) => wave.rows);
print(`judged again alone: ${waves.reduce((sum, { judgedAgain }) => sum + judgedAgain, 0)}`);
for (const outcome of ['killed', 'survived', 'allowed', 'false positive'] as const) {
  print(`${outcome}: ${rows.filter((row) => row.outcome === outcome).length}`);
}
process.exitCode = rows.every(isFine) && rows.length > 0 ? 0 : 1;
