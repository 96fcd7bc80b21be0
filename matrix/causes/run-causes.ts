import type { ResultDocument } from '@gateproof/harness';
import { referenceBehaviour } from '@gateproof/simulator';
import { scriptOptions } from '../../repository/script-options.ts';
import { runUnder } from '../run-under.ts';
import { sampleByArea } from '../sample-by-area.ts';
import { type ComparedClaim, compareClaim, isTrue } from './compare-claims.ts';
import { fixed } from './fixed.ts';
import type { Spoil } from './spoil.ts';
import { startSpoilingProxy } from './spoiling-proxy.ts';
import { spoils } from './spoils.ts';

/**
 * Proves that causes come true: the simulator stands behind a proxy that spoils its answers in one or two ways, the suite names the causes, then one way is taken away and the
 * rules that turned green are compared with those that its cause claims. Options: `--only <id prefix>` (repeatable) of the ways, `--sample N` of them, drawn by `--sample-seed N`
 * (default 1), as many pairs as `--pairs N` drawn from them (default: half as many), `--area A` (repeatable) of rules in place of those in which spoilt answers show, `--whole` with all of them, `--standard` with all cases (default: a third),
 * `--seed N` of the suite. Prints a table; exits 1 when a claim was not true.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  sample: { type: 'string' },
  'sample-seed': { type: 'string', default: '1' },
  pairs: { type: 'string' },
  seed: { type: 'string', default: '42' },
  area: { type: 'string', multiple: true, default: ['error', 'chat', 'stream', 'model', 'auth', 'fallback', 'limit'] },
  whole: { type: 'boolean', default: false },
  standard: { type: 'boolean', default: false },
});

const mostNamed = 6;

const run = (ways: readonly Spoil[]) =>
  runUnder(referenceBehaviour, Number(values.seed), {
    effort: values.standard ? 'standard' : 'quick',
    ...(values.whole ? {} : { areas: values.area }),
    before: (baseUrl) => startSpoilingProxy(baseUrl, ways),
  });
const selected = spoils.filter(({ id }) => values.only.some((prefix) => id.startsWith(prefix)));
const sampleSeed = Number(values['sample-seed']);
const singles = draw(selected, Number(values.sample ?? selected.length), sampleSeed);
const unspoilt = once(() => run([]));
let wrong = 0;
process.stdout.write('| spoilt | fixed | cause | claimed | turned | |\n|---|---|---|---|---|---|\n');
for (const spoil of singles)
  await prove(
    [spoil],
    spoil,
    spoil.isLossy === true ? () => run(fixed(spoil)) : (isAgain) => (isAgain ? run([]) : unspoilt()),
  );
for (const [one, other] of pairsOf(singles, Number(values.pairs ?? Math.floor(singles.length / 2)))) {
  const broken = once(() => run([one, other]));
  await prove([one, other], one, () => run([...fixed(one), other]), broken);
  await prove([one, other], other, () => run([one, ...fixed(other)]), broken);
}
process.stdout.write(`${wrong} claims were not true\n`);
process.exitCode = wrong === 0 ? 0 : 1;

/** What differs is compared once more with runs of its own: on a busy machine a run may leave out what another shows. */
async function prove(
  ways: readonly Spoil[],
  way: Spoil,
  after: (isAgain: boolean) => Promise<ResultDocument>,
  before: () => Promise<ResultDocument> = () => run(ways),
): Promise<void> {
  const first = compareClaim(way, await before(), await after(false));
  tell(ways, way, isTrue(first) ? first : compareClaim(way, await run(ways), await after(true)));
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function draw(from: readonly Spoil[], count: number, seed: number): readonly Spoil[] {
  return sampleByArea(from, { count, seed, areaOf: ({ cause }) => cause.split('-', 1).join() });
}

/** Each way with one that makes another cause. */
function pairsOf(from: readonly Spoil[], count: number): readonly (readonly [Spoil, Spoil])[] {
  const pairs = from.flatMap((one, place) => {
    const other = from.find((candidate, at) => at > place && familyOf(candidate) !== familyOf(one));
    return other === undefined ? [] : [[one, other] as const];
  });
  return pairs.slice(0, count);
}

function familyOf({ cause }: Spoil): string {
  return cause.split('-', 1).join();
}

function tell(ways: readonly Spoil[], way: Spoil, compared: ComparedClaim): void {
  if (!isTrue(compared)) wrong += 1;
  const { cause, turned, untrue, unclaimed } = compared;
  const verdict = isTrue(compared) ? 'true' : cause === undefined ? 'NOT FOUND' : 'NOT TRUE';
  const cells = [ways.map(({ id }) => id).join(' + '), way.id, way.cause, cause?.folded.length ?? 0, turned.length];
  process.stdout.write(`| ${cells.join(' | ')} | ${verdict} |\n`);
  if (cause !== undefined) process.stdout.write(`  ${cause.sentence}\n`);
  if (untrue.length > 0) process.stdout.write(`  claimed in vain: ${named(untrue)}\n`);
  if (unclaimed.length > 0) process.stdout.write(`  not claimed: ${named(unclaimed)}\n`);
}

function named(rules: readonly string[]): string {
  const more = rules.length > mostNamed ? ` … ${rules.length - mostNamed} more` : '';
  return `${rules.slice(0, mostNamed).join(' ')}${more}`;
}
