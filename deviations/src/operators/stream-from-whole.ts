import { EndpointError } from '@gateproof/simulator/behaviour';
import { type Change, overrule, together } from '../change.ts';
import { all, drop, type JsonObject, without } from '../edits/fields.ts';
import { isObject } from '../requests/seen.ts';
import { inUpstreamRequests } from './edit-messages.ts';

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
