import { patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../change.ts';
import type { Edit } from '../edits.ts';

/** The first completion, as it is sent to a conversation that comes again. */
export function inReplays(edit: Edit): Change {
  return change(
    `replays completions with ${edit.words}`,
    patch('idempotency', ({ again }) => ({
      again(kept) {
        const answer = again(kept);
        if (answer.form === 'stream') return answer;
        return { ...answer, text: JSON.stringify(edit.change(JSON.parse(answer.text))) };
      },
    })),
  );
}

/** The events of the first stream, as they are sent again. */
export function inReplayedEvents(words: string, edit: (events: readonly string[]) => readonly string[]): Change {
  return change(
    `replays streams ${words}`,
    patch('idempotency', ({ again }) => ({
      again(kept) {
        const answer = again(kept);
        return answer.form === 'json' ? answer : { ...answer, events: edit(singly(answer.events)) };
      },
    })),
  );
}

/** Events one by one, as some of them may be kept together. */
export function singly(events: readonly string[]): readonly string[] {
  return events.join('').split(/(?<=\n\n)/);
}
