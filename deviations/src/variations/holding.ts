import { type Behaviour, type CompletionIdentity, type Generation, patch } from '@gateproof/simulator/behaviour';
import { answering, isObject, type JsonObject } from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

type Events = AsyncIterable<readonly string[]>;

/** An endpoint's failure as it stands among its events; undefined: none. */
function failureIn(events: readonly string[]): string | undefined {
  return events.find((data) => {
    if (data === '[DONE]') return false;
    try {
      return (JSON.parse(data) as JsonObject).error !== undefined;
    } catch {
      return true;
    }
  });
}

const isFinish = (data: string) => data === '[DONE]' || /"finish_reason":\s*"/.test(data);

/** Everything that came, or the failure alone where there is one among it or it ended early. */
function judged(events: readonly string[]): readonly string[] {
  const failure = failureIn(events);
  if (failure !== undefined) return [failure];
  return events.some(isFinish) ? events : [];
}

async function* whole(events: Events): AsyncGenerator<readonly string[]> {
  const all: string[] = [];
  for await (const some of events) all.push(...some);
  yield judged(all);
}

/** Passes on what it has once that is so many events, and then whatever comes. */
async function* after(count: number, events: Events): AsyncGenerator<readonly string[]> {
  let held: string[] | undefined = [];
  for await (const some of events) {
    held?.push(...some);
    const failure = held === undefined ? undefined : failureIn(held);
    if (failure !== undefined) yield [failure];
    else if (held === undefined) yield some;
    else if (held.length > count || held.some(isFinish)) {
      yield held;
      held = undefined;
    }
  }
}

const holding = (hold: (events: Events) => Events) =>
  patch('streaming', ({ readEvents }) => ({ readEvents: (bytes) => hold(readEvents(bytes)) }));

const refusal = {
  code: 'moderation_refused',
  message: 'The reply was stopped on content grounds.',
  kind: 'terminal',
  scope: 'request',
  type: 'permission_error',
  param: null,
  generation_id: 'gen_filtered',
};

const isFiltered = (told: unknown) =>
  isObject(told) &&
  Array.isArray(told.choices) &&
  told.choices.some((choice) => isObject(choice) && choice.finish_reason === 'content_filter');

/** A reply that its endpoint stopped on content grounds is refused; in a stream by a last chunk. */
function refusingFiltered(behaviour: Behaviour): Behaviour {
  const replies = answering((answer) =>
    isFiltered(answer.body) ? { ...answer, status: 403, body: { error: refusal } } : answer,
  );
  const refused = new Set<CompletionIdentity['id']>();
  const streams = patch('streaming', ({ chunk, event }) => ({
    chunk(told, identity, index) {
      if (refused.has(identity.id)) return undefined;
      if (isFiltered(told)) refused.add(identity.id);
      return chunk(told, identity, index);
    },
    event: (value) => event(isFiltered(value) ? { error: refusal } : value),
  }));
  return streams(replies(behaviour));
}

/** Tells a generation from the third read of the usage on. */
function tellingLate(behaviour: Behaviour): Behaviour {
  const reads = new WeakMap<Generation, number>();
  return patch('usage', ({ listed }) => ({
    listed: (generations) =>
      listed(generations).filter((generation) => {
        const count = (reads.get(generation) ?? 0) + 1;
        reads.set(generation, count);
        return count > 2;
      }),
  }))(behaviour);
}

const begunEarly = Object.fromEntries(
  ['comments-first', 'role-first'].map((how) => [
    `stream.early.${how}`,
    'a stream that has begun must not lose what its endpoint said before it failed',
  ]),
);

/** What may be held back for a while, or for good: the beginning of a stream, its end, a record. */
export const holdingVariations: readonly Variation[] = [
  differing(
    'stream.held.whole',
    'F118',
    'sends nothing before its endpoint has ended well',
    holding(whole),
    begunEarly,
  ),
  differing(
    'stream.held.some',
    'F118',
    'sends nothing before three events have come',
    holding((events) => after(3, events)),
    begunEarly,
  ),
  differing(
    'stream.finish.refused',
    'F143',
    'refuses replies that their endpoint stopped on content grounds',
    refusingFiltered,
  ),
  differing('usage.late', 'F142', 'records generations a while after they ended', tellingLate),
];
