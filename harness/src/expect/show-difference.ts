import { show } from './describe-answer.ts';

/** Texts that are shown whole. */
const shortEnough = 120;
const before = 20;
const after = 60;

/** Two values that differ, each as it is shown beside the other: of long texts the place where they part. */
export function showDifference(expected: unknown, observed: unknown): readonly [expected: string, observed: string] {
  const areTexts = typeof expected === 'string' && typeof observed === 'string';
  if (!areTexts || Math.max(expected.length, observed.length) <= shortEnough) return [show(expected), show(observed)];
  let place = 0;
  while (place < expected.length && expected[place] === observed[place]) place += 1;
  return [excerpt(expected, place), excerpt(observed, place)];
}

function excerpt(text: string, place: number): string {
  const start = Math.max(0, place - before);
  const part = text.slice(start, place + after);
  const [head, tail] = [start > 0 ? '…' : '', start + part.length < text.length ? '…' : ''];
  return `${head}${JSON.stringify(part)}${tail} at character ${place} of ${text.length}`;
}
