import { type Html, h } from './markup.ts';

type Marked = (string | Html)[];

/** Texts that share less than this part of the shorter one are different sentences, and nothing in them is marked. */
const leastShared = 0.3;

/** Two texts with the part marked in which they differ, between what they share at both ends. */
export function markDifference(one: string, other: string): readonly [Marked, Marked] {
  const start = sharedLength(one, other);
  const rest = (text: string) => text.slice(start);
  const end = sharedLength(reversed(rest(one)), reversed(rest(other)));
  const isAlike = start + end >= leastShared * Math.min(one.length, other.length);
  if (one === other || !isAlike) return [[one], [other]];
  return [marked(one, start, end), marked(other, start, end)];
}

function marked(text: string, start: number, end: number): Marked {
  const middle = text.slice(start, text.length - end);
  return [text.slice(0, start), ...(middle === '' ? [] : [h('mark', null, middle)]), text.slice(text.length - end)];
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
