import { type Check, defineCheck, expectThat, isObject, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { ownExamples } from '../own-examples.ts';
import { type JobSequence, type JobTour, jobSequences, jobTours, movesOf } from './job-sequence.ts';
import { LostTrack, type Observation } from './observation.ts';
import { rulesShownBy } from './rules-shown.ts';
import { runJobSequence } from './run-job-sequence.ts';

/** Longest time that a sequence may take, in ms. */
const sequenceLimitMs = 60_000;

/** Rules that sequences decide too, each with the tours that lead through what it speaks of. */
export const sequencedRules: Readonly<Record<string, readonly JobTour[]>> = {
  'job.outcome.succeeded': ['succeeds'],
  'job.outcome.transcription-failed': ['fails'],
  'job.outcome.canceled': ['canceledThenSucceeds'],
  'job.outcome.not-early': ['succeeds'],
  'job.outcome.independent': [],
  'job.final.state-kept': ['canceledThenFails'],
  'job.read.found': ['canceledThenFails'],
  'job.read.other-key': ['fails', 'canceledThenSucceeds'],
  'job.isolation.read': ['succeeds', 'canceledThenSucceeds'],
  'job.isolation.cancel': ['succeeds'],
  'job.isolation.cancel-finished': ['succeeds', 'fails', 'canceledThenSucceeds'],
  'job.cancel.accepted': ['canceledThenFails'],
  'job.cancel.state-shown': ['canceledThenSucceeds'],
  'job.cancel-finished.succeeded': ['succeeds'],
  'job.cancel-finished.failed': ['fails'],
  'job.cancel-finished.canceled': ['canceledThenSucceeds', 'canceledThenFails'],
  'idempotency.media.first-result': ['succeeds'],
  'idempotency.media.transcription-first-result': ['fails'],
  'idempotency.media.after-success': ['succeeds'],
  'idempotency.media.after-failure': ['fails'],
  'idempotency.media.after-cancel': ['canceledThenSucceeds'],
  'idempotency.media.one-run': ['canceledThenFails'],
  'webhook.event.succeeded': ['succeeds'],
  'webhook.event.failed': ['fails'],
  'webhook.event.canceled': ['canceledThenFails'],
  'webhook.event.only-when-final': [],
  'rotation.every-delivery': ['canceledThenFails'],
};

/** The checks, those of sequenced rules decided on sequences too. */
export function withJobSequences(checks: readonly (Check | readonly Check[])[]): readonly Check[] {
  return checks.flat().map((check) => {
    const tours = sequencedRules[check.rule];
    return tours === undefined ? check : alsoOnSequences(check, tours);
  });
}

/**
 * A check that is also decided on sequences of commands beside the model of jobs: on tours, and on generated ones. What breaks another rule
 * first ends a sequence without a word about this one.
 */
function alsoOnSequences(check: Check, tours: readonly JobTour[]): Check {
  return defineCheck<unknown>({
    ...check,
    // As many cases of the check's own as before, and one or two sequences that show its rule.
    input: fc.oneof(
      { arbitrary: check.input, weight: check.cases ?? 5 },
      { arbitrary: jobSequences.filter((one) => rulesShownBy(one).has(check.rule)), weight: 2 },
    ),
    examples: [...ownExamples(check), ...tours.map((tour) => jobTours[tour])],
    cases: (check.cases ?? 5) + tours.length + 1,
    caseLimitMs: Math.max(check.caseLimitMs ?? 0, sequenceLimitMs),
    walks: (input) => (isSequence(input) ? movesOf(input).map(({ transition }) => transition) : []),
    decide: (world, input) => (isSequence(input) ? decideOn(world, input, check.rule) : check.decide(world, input)),
  });
}

function isSequence(input: unknown): input is JobSequence {
  return isObject(input) && input.kind === 'jobs';
}

async function decideOn(world: World, sequence: JobSequence, rule: string): Promise<void> {
  let shown = 0;
  try {
    for await (const seen of runJobSequence(world, sequence, /^(webhook|rotation)\./.test(rule))) {
      if (seen.rule === rule) {
        state(world, seen);
        shown += 1;
      } else if (!seen.held) throw new LostTrack(`${seen.rule} broke first: ${seen.observed}`);
    }
  } catch (thrown) {
    if (!(thrown instanceof LostTrack)) throw thrown;
    if (shown === 0) throw new NotExercised(thrown.message);
  }
  if (shown === 0) throw new NotExercised('nothing in the sequence showed it');
}

function state(world: World, { held, rule: _rule, ...finding }: Observation): void {
  expectThat(world, held, finding);
}
