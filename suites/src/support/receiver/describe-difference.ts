import type { Finding } from '@gateproof/harness';
import { shown } from '../standing-table.ts';
import { type EventDifference, valueAt } from './event-differences.ts';
import type { ObservedEvent } from './observed-events.ts';

type Halves = Pick<Finding, 'expected' | 'observed'>;

/** Why an event that was handled can't be compared with what was sent. */
export const showsNone = 'no observer answers with the `event` that was handled beside its count';

/** Two events may have a short value in common by chance. */
const shortestOwn = 4;
const spelled = (value: unknown) => JSON.stringify(value) ?? '';

/** The event whose value a field was given in the place of its own. */
export function ownerOf({ path, given }: EventDifference, { others }: ObservedEvent) {
  const value = spelled(given);
  return value.length < shortestOwn ? undefined : others.find((other) => spelled(valueAt(other, path)) === value);
}

const sized = (value: unknown) => {
  if (!Array.isArray(value)) return shown(value);
  return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
};

/** Two values beside each other: of long texts that part in which they differ. */
function beside(sent: unknown, given: unknown): readonly [string, string] {
  if (Array.isArray(sent) && Array.isArray(given) && sent.length !== given.length) return [sized(sent), sized(given)];
  if (typeof sent !== 'string' || typeof given !== 'string') return [shown(sent), shown(given)];
  let same = 0;
  while (same < given.length && sent[same] === given[same]) same += 1;
  const from = Math.max(0, same - 12);
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, same + 24)}${text.length > same + 24 ? '…' : ''}`;
  const length = (text: string) => (text.length > 40 ? ` of ${text.length} characters` : '');
  return [`${shown(part(sent))}${length(sent)}`, `${shown(part(given))}${length(given)}`];
}

/** How a field that was given in another way than it was sent is reported. */
export function describeDifference(difference: EventDifference, observed: ObservedEvent): Halves {
  const { path } = difference;
  const owner = ownerOf(difference, observed);
  const [sent, given] = beside(difference.sent, difference.given);
  return {
    expected: `${path} of the event ${observed.id} as it was sent: ${sent}`,
    observed: owner === undefined ? given : `${shown(difference.given)}, which was sent in the event ${owner.id}`,
  };
}
