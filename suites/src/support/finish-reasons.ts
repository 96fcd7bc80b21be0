import { caution, type Exchange, expectEqualJson, type World } from '@gateproof/harness';

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
