import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Mutant } from './mutant.ts';

const root = join(import.meta.dirname, '../..');
/** Within the root, so that the copy finds the packages that it imports. */
const sandbox = join(root, '.stryker-tmp');

/**
 * The domain, and the reference's answers to every decision that a rule speaks of. Left out: transport, storage, the testbed and the
 * fake upstreams, which no rule binds, and what deviations and variations put in place of the reference's answers.
 */
const mutated = [
  'simulator/src/domain/**/*.ts',
  'simulator/src/behaviour/*.ts',
  'simulator/src/{records,errors,network,text}/*.ts',
];
/** The last one records an exchange for patches, and changes nothing in the reference. */
const leftAlone = /\.(test|fixture)\.ts$|behaviour\/exchange-changes\.ts$/;

/**
 * The contract leaves every message free, and most strings are messages. Those that are codes, states, names of fields and headers are
 * each broken by a named deviation of the kill matrix.
 */
const excludedMutations = ['StringLiteral'];

const silent = () => undefined;
const never = () => false;
const logger = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** The mutants, all in one copy of the simulator; `__STRYKER_ACTIVE_MUTANT__` chooses one. */
export interface Planting {
  /** Path of the copy's entry. */
  readonly simulator: string;
  /** In an order that the seed decides and that other mutants have no say in. */
  readonly mutants: readonly Mutant[];
  /** How many changes were left out, because the contract leaves the text free. */
  readonly excluded: number;
}

/** Writes a copy of the simulator in which every mutant is planted. */
export async function plantMutants(seed: number): Promise<Planting> {
  const files = globSync(mutated, { cwd: root }).filter((path) => !leftAlone.test(path));
  const sources = new Map(files.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const { files: instrumented, mutants } = await new Instrumenter(logger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations, ignorers: [] },
  );
  rmSync(sandbox, { recursive: true, force: true });
  mkdirSync(sandbox);
  cpSync(join(root, 'simulator/src'), join(sandbox, 'simulator/src'), { recursive: true });
  cpSync(join(root, 'simulator/package.json'), join(sandbox, 'simulator/package.json'));
  for (const { name, content } of instrumented) writeFileSync(join(sandbox, name), content);
  const planted = mutants.filter(({ status }) => status !== 'Ignored');
  const drawn = planted.map((mutant) => {
    const described = describe(mutant, sources);
    const { file, mutator, text, replacement } = described;
    const name = JSON.stringify([file, mutator, text, replacement]);
    return { described, lot: createHash('sha256').update(`${seed}${name}`).digest('hex') };
  });
  return {
    simulator: join(sandbox, 'simulator/src/index.ts'),
    mutants: drawn.toSorted((one, other) => compare(one.lot, other.lot)).map(({ described }) => shortened(described)),
    excluded: mutants.length - planted.length,
  };
}

type Planted = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

const longest = 160;

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

const shortened = (mutant: Mutant): Mutant => ({
  ...mutant,
  source: short(mutant.source),
  text: short(mutant.text),
  replacement: short(mutant.replacement),
});

function short(line: string): string {
  if (line.length <= longest) return line;
  return `${line.slice(0, 100)} … ${createHash('sha256').update(line).digest('hex').slice(0, 8)}`;
}

function describe(mutant: Planted, sources: ReadonlyMap<string, string>): Mutant {
  const { id, fileName, location, mutatorName, replacement } = mutant;
  const { start, end } = location;
  const lines = (sources.get(fileName) ?? '').split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  const text = lines
    .map((line, place) => line.slice(0, place === last ? end.column : undefined))
    .map((line, place) => line.slice(place === 0 ? start.column : 0))
    .join(' ');
  return {
    id,
    file: fileName,
    line: start.line + 1,
    column: start.column + 1,
    source: folded(lines[0] ?? ''),
    mutator: mutatorName,
    text: folded(text),
    replacement: folded(replacement),
  };
}
