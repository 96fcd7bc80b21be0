import type { RunRecord } from '../result/result-document.ts';

/** The record of a run over those of its shards, in their order: its time is that of the longest, as if they had run side by side. */
export function joinRun(runs: readonly RunRecord[]): RunRecord {
  const [first] = runs;
  if (first === undefined) throw new Error('a run without shards can not be joined');
  const { shard: _, coverage, cost: __, budget, crashes, cutShort, advice, ...same } = first;
  const sum = (count: (run: RunRecord) => number) => runs.reduce((total, run) => total + count(run), 0);
  const covered = coverageOf(runs);
  const cost = costOf(runs);
  const allCrashes = runs.flatMap((run) => run.crashes ?? []);
  const cut = cutShort ?? runs.find((run) => run.cutShort !== undefined)?.cutShort;
  const advised = advice ?? runs.find((run) => run.advice !== undefined)?.advice;
  return {
    ...same,
    startedAt: runs.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
    cases: sum(({ cases }) => cases),
    requests: sum(({ requests }) => requests),
    exchanges: sum(({ exchanges }) => exchanges),
    ...(cost === undefined ? {} : { cost }),
    ...(covered === undefined ? {} : { coverage: covered }),
    ...(budget === undefined ? {} : { budget: sum((run) => run.budget ?? 0) }),
    ...(allCrashes.length === 0 ? {} : { crashes: allCrashes }),
    ...(cut === undefined ? {} : { cutShort: cut }),
    ...(advised === undefined ? {} : { advice: advised }),
  };
}

function costOf(runs: readonly RunRecord[]): RunRecord['cost'] {
  const costs = runs.flatMap(({ cost }) => cost ?? []);
  if (costs.length === 0) return undefined;
  const sum = (count: (cost: (typeof costs)[number]) => number) =>
    costs.reduce((total, cost) => total + count(cost), 0);
  return {
    generations: sum(({ generations }) => generations),
    reported: sum(({ reported }) => reported),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
  };
}

/** A transition is missing that no shard walked. */
function coverageOf(runs: readonly RunRecord[]): RunRecord['coverage'] {
  const walkedBy = runs.flatMap(({ coverage }) => coverage ?? []);
  const [first, ...others] = walkedBy;
  if (first === undefined) return undefined;
  const missing = first.missing.filter((one) => others.every((other) => other.missing.includes(one)));
  return { transitions: first.transitions, walked: first.transitions - missing.length, missing };
}
