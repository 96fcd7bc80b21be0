import { type Behaviour, EndpointError, sseData } from '@gateproof/simulator/behaviour';
import { realTime } from '@gateproof/upstreams';
import { type Change, decide, overrule, together } from '../change.ts';
import { all, drop, type JsonObject, without } from '../edits/fields.ts';
import { isObject } from '../requests/seen.ts';
import type { Failures } from './classify.ts';
import { inUpstreamRequests } from './edit-messages.ts';

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
export const holdEvents = (count: number) => holding(`${count} events have come`, (events) => after(count, events));

/** A whole completion as the events of a stream. */
function cut({ choices, ...rest }: JsonObject): readonly string[] {
  const each = Array.isArray(choices) ? choices.filter(isObject) : [];
  const chunks = each.flatMap(({ index, message, finish_reason }) => {
    const { content, tool_calls: calls, ...others } = isObject(message) ? message : {};
    const numbered = Array.isArray(calls) && { tool_calls: calls.map((call, place) => ({ index: place, ...call })) };
    const words = typeof content === 'string' ? (content.match(/\S+\s*|\s+/g) ?? []) : [];
    return [
      { index, delta: { ...others, ...numbered }, finish_reason: null },
      ...words.map((word) => ({ index, delta: { content: word }, finish_reason: null })),
      { index, delta: {}, finish_reason },
    ];
  });
  return [...chunks.map((choice) => JSON.stringify({ ...without(rest, 'usage'), choices: [choice] })), '[DONE]'];
}

function completionIn(thrown: unknown): JsonObject | undefined {
  if (!(thrown instanceof EndpointError) || thrown.failure.how !== 'malformed') return undefined;
  try {
    const value: unknown = JSON.parse(thrown.failure.body ?? '');
    return isObject(value) && Array.isArray(value.choices) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Asks endpoints for whole answers only, and cuts them into chunks for those who want a stream. */
export const streamFromWhole: Change = together(
  inUpstreamRequests(all(drop('stream'), drop('stream_options'))),
  overrule('streaming.readEvents', 'makes streams of them', async function* (readEvents, bytes) {
    try {
      yield* readEvents(bytes);
    } catch (thrown) {
      const completion = completionIn(thrown);
      if (completion === undefined) throw thrown;
      yield cut(completion);
    }
  }),
);

/** Reads the endpoint's events otherwise. */
export const readEvents = (words: string, read: Behaviour['streaming']['readEvents']): Change =>
  decide('streaming', `reads the events of endpoints ${words}`, { readEvents: read });

/** Reads those of the endpoint's events that it keeps. */
export const filterEvents = (words: string, isKept: (data: string) => boolean): Change =>
  readEvents(words, async function* (bytes) {
    for await (const events of sseData(bytes)) {
      const kept = events.filter(isKept);
      if (kept.length > 0) yield kept;
    }
  });

/** Longer than any client waits for the end of a stream. */
const hangMs = 60_000;

/** Leaves streams open after some failures of their endpoint. */
export const hangAt = ({ words, covers }: Failures): Change =>
  overrule('streaming.readEvents', `leaves streams open at ${words}`, async function* (readEvents, bytes) {
    try {
      yield* readEvents(bytes);
    } catch (thrown) {
      if (thrown instanceof EndpointError && covers(thrown.failure))
        await new Promise<void>((resolve) => realTime.setTimer(hangMs, resolve));
      throw thrown;
    }
  });

/** Ends good streams by the number of `[DONE]` that the endpoint sent. */
export const endWithEach = (closing: (doneCount: number) => string): Change =>
  decide('streaming', 'passes on [DONE] as often as it comes', ({ readEvents }) => {
    let last = 0;
    return {
      async *readEvents(bytes) {
        let count = 0;
        for await (const events of readEvents(bytes)) {
          const chunks = events.filter((data) => data !== '[DONE]');
          count += events.length - chunks.length;
          if (chunks.length > 0) yield chunks;
        }
        last = count;
        if (count > 0) yield ['[DONE]'];
      },
      closing: () => closing(last),
    };
  });

/** Takes an early end of an endpoint's stream for a good one. */
export const endEarly: Change = overrule(
  'streaming.readEvents',
  'takes an early end for a good one',
  async function* (readEvents, bytes) {
    let isEnded = false;
    for await (const events of readEvents(bytes)) {
      isEnded ||= events.some(endsStream);
      yield events;
    }
    if (!isEnded) yield ['[DONE]'];
  },
);
