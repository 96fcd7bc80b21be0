import {
  caution,
  type Exchange,
  expectEqualJson,
  expectThat,
  isObject,
  type StreamChunk,
  type World,
} from '@gateproof/harness';

/** How an endpoint may say that it is at its end. */
export const finishReasons = ['stop', 'length', 'content_filter', 'tool_calls'] as const;

/** States that the finish reason is the endpoint's. A word of the gateway's own, or null, is worth no more than a warning (freedom F130). */
export function expectFinishReason(world: World, reason: string, reported: unknown, { id }: Exchange): void {
  const isOwnWord = typeof reported === 'string' && !finishReasons.some((known) => known === reported);
  if (isOwnWord || reported === null)
    caution(world, {
      expected: `finish_reason ${reason}, as the endpoint sent it`,
      observed: JSON.stringify(reported),
      exchanges: [id],
    });
  expectEqualJson(world, reason, reported, 'finish_reason', { exchanges: [id] });
}

/** States that no choice of a stream has content or tool calls after a chunk with its finish_reason. An empty text is no reason. */
export function expectFinishLast(world: World, chunks: readonly StreamChunk[], { id }: Exchange): void {
  const finished = new Map<unknown, string>();
  for (const choice of chunks.flatMap(({ json }) => choicesOf(json.choices))) {
    const { index = 0, delta, finish_reason: reason } = choice;
    const before = finished.get(index);
    expectThat(world, before === undefined || !addsToReply(delta), {
      expected: 'finish_reason in the last chunk with content or later, as the endpoint sent it',
      observed: `finish_reason ${JSON.stringify(before)}, and then a chunk with the delta ${JSON.stringify(delta)}`,
      exchanges: [id],
    });
    if (typeof reason === 'string' && reason !== '') finished.set(index, reason);
  }
}

const choicesOf = (choices: unknown) => (Array.isArray(choices) ? choices.filter(isObject) : []);

function addsToReply(delta: unknown): boolean {
  if (!isObject(delta)) return false;
  const { content, tool_calls: calls } = delta;
  return (typeof content === 'string' && content !== '') || (Array.isArray(calls) && calls.length > 0);
}
