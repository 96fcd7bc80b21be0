import type { ResultDocument } from '../result/result-document.ts';

/** Results that are not the parts of one run. Its message says which, and what to do. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** What all parts of one run share, by the word that names it. */
const shared: ReadonlyMap<string, (document: ResultDocument) => unknown> = new Map<
  string,
  (document: ResultDocument) => unknown
>([
  ['version of gateproof', ({ tool }) => tool.version],
  ['seed', ({ run }) => run.seed],
  ['effort', ({ run }) => run.effort],
  ['rule set', ({ run }) => run.ruleset ?? 'none'],
  ['--only', ({ run }) => run.only?.join(' ') ?? 'none'],
  ['number of shards', ({ run }) => run.shard?.of],
  ['kind of target', ({ target }) => target.kind],
  ['prefix', ({ target }) => target.prefix],
  ['capabilities', ({ target }) => target.capabilities.join(' ')],
]);

/**
 * Returns the parts in the order of their shards.
 *
 * @throws MergeError when one is no shard, they differ in what all parts of one run share, or one is missing or given twice
 */
export function checkParts(parts: readonly ResultDocument[]): readonly ResultDocument[] {
  const [first] = parts;
  if (first === undefined) throw new MergeError('there is nothing to merge: name the results of all shards');
  const whole = parts.find(({ run }) => run.shard === undefined);
  if (whole !== undefined)
    throw new MergeError(`the result of run ${whole.run.id} is no shard: run each part with --shard 1/2, --shard 2/2`);
  for (const [word, read] of shared) {
    const values = [...new Set(parts.map((part) => String(read(part))))];
    if (values.length > 1)
      throw new MergeError(`the results differ in their ${word}: ${values.join(' and ')}; merge the shards of one run`);
  }
  const ordered = [...parts].sort((one, other) => placeOf(one) - placeOf(other));
  const of = first.run.shard?.of ?? 1;
  for (let index = 1; index <= of; index += 1) {
    const found = ordered.filter((part) => placeOf(part) === index).length;
    if (found === 0) throw new MergeError(`shard ${index} of ${of} is missing`);
    if (found > 1) throw new MergeError(`shard ${index} of ${of} was given ${found} times`);
  }
  return ordered;
}

function placeOf({ run }: ResultDocument): number {
  return run.shard?.index ?? 0;
}
