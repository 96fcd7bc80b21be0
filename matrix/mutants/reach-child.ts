/**
 * Which mutants each rule's check comes past: `reach-child.ts SIMULATOR FILE` runs the suite rule by rule against the mutated copy with
 * no mutant active, and writes FILE as JSON, mutant id to rule ids. A mutant in code that runs while modules load has every rule.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { catalogue, suiteRun } from './suite-run.ts';

/** Rule ids by mutant id; `all`: it is there before any rule is asked. */
export type Reach = Readonly<Record<string, readonly string[] | 'all'>>;

interface Instrumentation {
  currentTestId?: string | undefined;
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

const [entry = '', path = ''] = process.argv.slice(2);
const instrumentation: Instrumentation = {};
Object.assign(globalThis, { __stryker__: instrumentation });
const { createSimulator } = (await import(pathToFileURL(entry).href)) as typeof import('@gateproof/simulator');

const active = catalogue.filter(({ kind }) => kind === 'active');
const decidedInOrder: string[] = [];
// One at a time: what runs between two verdicts belongs to the second.
instrumentation.currentTestId = '0';
const document = await suiteRun({
  createSimulator,
  rules: active,
  effort: 'quick',
  concurrency: 1,
  onRule({ rule }) {
    decidedInOrder.push(rule);
    instrumentation.currentTestId = String(decidedInOrder.length);
  },
});
const red = document.rules.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
if (red.length > 0) {
  process.stderr.write(`No mutant is active, but the suite is red: ${red.map(({ rule }) => rule).join(', ')}\n`);
  process.exit(1);
}
const reach: Record<string, string[] | 'all'> = {};
for (const [place, mutants] of Object.entries(instrumentation.mutantCoverage?.perTest ?? {})) {
  const rule = decidedInOrder[Number(place)];
  for (const id of Object.keys(mutants)) {
    const rules = reach[id];
    if (rule === undefined) reach[id] ??= [];
    else if (rules === undefined || rules === 'all') reach[id] = [rule];
    else rules.push(rule);
  }
}
for (const id of Object.keys(instrumentation.mutantCoverage?.static ?? {})) reach[id] = 'all';
writeFileSync(path, JSON.stringify(reach));
process.exit(0);
