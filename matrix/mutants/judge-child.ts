/**
 * The gateway suite against mutants, asked over the process's channel: `judge-child.ts SIMULATOR`, where SIMULATOR is the entry of the
 * mutated copy. Each message is one `Question`; each reply is the rule that is broken, as soon as one is, or null.
 */
import { pathToFileURL } from 'node:url';
import type { Effort, ResultDocument, RuleRecord } from '@gateproof/harness';
import { catalogue, suiteRun } from './suite-run.ts';

/** What is asked about a mutant. */
export interface Question {
  /** Undefined: the one that the environment chose, or none. */
  readonly mutant?: string;
  /** Rule ids, in the order in which they are asked. */
  readonly rules: readonly string[];
  readonly efforts: readonly Effort[];
}

/** The rule that is broken, or null. */
export interface Reply {
  readonly by: string | null;
  readonly observed: string;
}

/** Far more than any rule needs: a mutant that goes round for ever ends here. */
const hitLimit = 20_000_000;

const instrumentation: Record<string, unknown> = {};
const isChosen = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
if (!isChosen) Object.assign(globalThis, { __stryker__: instrumentation });
const [entry = ''] = process.argv.slice(2);
const { createSimulator } = (await import(pathToFileURL(entry).href)) as typeof import('@gateproof/simulator');
const known = new Map(catalogue.map((rule) => [rule.id, rule]));

/** A rule that is broken for certain: it failed again when its case was replayed, or guidance was not followed. */
function isBroken({ verdict, level }: RuleRecord): boolean {
  return verdict === 'fail' || (verdict === 'warn' && level === 'should');
}

function reply(record: RuleRecord): Reply {
  return { by: record.rule, observed: `${record.verdict}: ${record.failure?.observed ?? record.reason ?? ''}` };
}

async function run(rules: readonly string[], effort: Effort): Promise<ResultDocument> {
  const early = new AbortController();
  return suiteRun({
    createSimulator,
    rules: rules.flatMap((id) => known.get(id) ?? []),
    effort,
    concurrency: 8,
    signal: early.signal,
    onRule(record) {
      if (isBroken(record)) early.abort();
    },
  });
}

async function answer({ rules, efforts }: Question): Promise<Reply> {
  // With a part of the rules, some standing rule may never have its case.
  const unsettled = ({ verdict, kind }: RuleRecord): boolean =>
    verdict === 'flaky' ||
    verdict === 'blocked' ||
    verdict === 'error' ||
    (verdict === 'inconclusive' && (kind === 'active' || rules.length === catalogue.length));
  for (const effort of efforts) {
    const { rules: first } = await run(rules, effort);
    const broken = first.find(isBroken);
    if (broken !== undefined) return reply(broken);
    // A verdict that a busy machine can cause too counts when it comes again.
    const doubtful = first.filter(unsettled).map(({ rule }) => rule);
    if (doubtful.length === 0) continue;
    const { rules: again } = await run(doubtful, effort);
    const red = again.find((record) => isBroken(record) || unsettled(record));
    if (red !== undefined) return reply(red);
  }
  return { by: null, observed: '' };
}

process.on('message', async (question: Question) => {
  if (!isChosen) Object.assign(instrumentation, { activeMutant: question.mutant, hitCount: 0, hitLimit });
  process.send?.(await answer(question));
});
process.on('disconnect', () => process.exit(0));
