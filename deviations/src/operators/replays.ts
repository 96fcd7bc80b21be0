import type { KeptAnswer } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import type { Edit } from '../edits/fields.ts';

const replaying = (words: string, edit: (kept: KeptAnswer) => KeptAnswer) =>
  overrule('idempotency.again', `replays ${words}`, (again, kept) => edit(again(kept)));

/** The first completion, as it is sent to a conversation that comes again. */
export const inReplays = ({ words, change }: Edit): Change =>
  replaying(`completions with ${words}`, (kept) =>
    kept.form === 'stream' ? kept : { ...kept, text: JSON.stringify(change(JSON.parse(kept.text))) },
  );

/** The events of the first stream, as they are sent again. */
export const inReplayedEvents = (words: string, edit: (events: readonly string[]) => readonly string[]): Change =>
  replaying(`streams ${words}`, (kept) =>
    kept.form === 'json' ? kept : { ...kept, events: edit(singly(kept.events)) },
  );

/** Events one by one, as some of them may be kept together. */
function singly(events: readonly string[]): readonly string[] {
  return events.join('').split(/(?<=\n\n)/);
}
