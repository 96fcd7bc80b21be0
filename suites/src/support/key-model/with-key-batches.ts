import { type Check, defineCheck, expectThat, isObject, NotExercised, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { LostTrack } from '../job-model/observation.ts';
import { ownExamples } from '../own-examples.ts';
import { type KeyBatches, type KeyTour, keyBatches, keyTours } from './key-batches.ts';
import { rulesShownBy } from './rules-shown.ts';
import { runKeyBatches } from './run-key-batches.ts';

/** Rules that batches of simultaneous requests decide too, each with the tours that lead through what it speaks of. */
export const batchedRules: Readonly<Record<string, readonly KeyTour[]>> = {
  'idempotency.chat.after-finish': ['chat'],
  'idempotency.chat.stream-after-finish': ['stream'],
  'idempotency.chat.simultaneous': ['chat', 'stream'],
  'idempotency.chat.one-generation': ['routes'],
  'idempotency.chat.other-key': ['chat'],
  'idempotency.media.simultaneous': ['image', 'transcription'],
  'idempotency.media.one-run': ['image'],
  'idempotency.media.other-key': ['transcription'],
  'idempotency.scope.account-chat': ['chat'],
  'idempotency.scope.account-media': ['image'],
  'idempotency.body.different-chat': ['chat', 'stream'],
  'idempotency.body.different-image': ['image'],
  'idempotency.body.different-transcription': ['transcription'],
};

/** The checks, those of batched rules decided on batches too. */
export function withKeyBatches(checks: readonly (Check | readonly Check[])[]): readonly Check[] {
  return checks.flat().map((check) => {
    const tours = batchedRules[check.rule];
    if (tours === undefined) return check;
    return defineCheck<unknown>({
      ...check,
      input: fc.oneof(
        { arbitrary: check.input, weight: check.cases ?? 5 },
        { arbitrary: keyBatches.filter((one) => rulesShownBy(one).has(check.rule)), weight: 2 },
      ),
      examples: [...ownExamples(check), ...tours.map((tour) => keyTours[tour])],
      cases: (check.cases ?? 5) + tours.length + 1,
      caseLimitMs: Math.max(check.caseLimitMs ?? 0, 60_000),
      decide: (world, input) => (isBatches(input) ? decideOn(world, input, check.rule) : check.decide(world, input)),
    });
  });
}

function isBatches(input: unknown): input is KeyBatches {
  return isObject(input) && input.kind === 'keys';
}

/** What breaks another rule first ends the batches without a word about this one. */
async function decideOn(world: World, batches: KeyBatches, rule: string): Promise<void> {
  let shown = 0;
  try {
    for await (const { rule: seen, held, ...finding } of runKeyBatches(world, batches)) {
      if (seen === rule) {
        expectThat(world, held, finding);
        shown += 1;
      } else if (!held) throw new LostTrack(`${seen} broke first: ${finding.observed}`);
    }
  } catch (thrown) {
    if (!(thrown instanceof LostTrack)) throw thrown;
    if (shown === 0) throw new NotExercised(thrown.message);
  }
  if (shown === 0) throw new NotExercised('nothing in the batches showed it');
}
