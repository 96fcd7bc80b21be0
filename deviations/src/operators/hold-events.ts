import { type Change, overrule } from '../change.ts';
import type { JsonObject } from '../edits/fields.ts';

type Events = AsyncIterable<readonly string[]>;

/** An endpoint's failure as it stands among its events; undefined: none. */
const failureIn = (events: readonly string[]): string | undefined =>
  events.find((data) => {
    if (data === '[DONE]') return false;
    try {
      return (JSON.parse(data) as JsonObject).error !== undefined;
    } catch {
      return true;
    }
  });

/** Whether an event of an endpoint says that its stream ends well. */
export const endsStream = (data: string) => data === '[DONE]' || /"finish_reason":\s*"/.test(data);

/** Everything that came, or the failure alone where there is one among it or it ended early. */
function judged(events: readonly string[]): readonly string[] {
  const failure = failureIn(events);
  if (failure !== undefined) return [failure];
  return events.some(endsStream) ? events : [];
}

async function* whole(events: Events): AsyncGenerator<readonly string[]> {
  const all: string[] = [];
  for await (const some of events) all.push(...some);
  yield judged(all);
}

async function* after(count: number, events: Events): AsyncGenerator<readonly string[]> {
  let held: string[] | undefined = [];
  for await (const some of events) {
    held?.push(...some);
    const failure = held === undefined ? undefined : failureIn(held);
    if (failure !== undefined) yield [failure];
    else if (held === undefined) yield some;
    else if (held.length > count || held.some(endsStream)) {
      yield held;
      held = undefined;
    }
  }
}

const holding = (words: string, hold: (events: Events) => Events): Change =>
  overrule('streaming.readEvents', `sends nothing of a stream before ${words}`, (readEvents, bytes) =>
    hold(readEvents(bytes)),
  );

/** Sends nothing of a stream before its endpoint has ended well. */
export const holdWhole = holding('its endpoint has ended well', whole);

/** Sends nothing of a stream before so many events have come, and then whatever comes. */
export const holdEvents = (count: number): Change =>
  holding(`${count} events have come`, (events) => after(count, events));
