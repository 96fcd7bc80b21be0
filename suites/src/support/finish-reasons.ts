import { caution, type Exchange, expectEqualJson, type World } from '@gateproof/harness';

/** How an endpoint may say that it is at its end. */
export const finishReasons = ['stop', 'length', 'content_filter', 'tool_calls'] as const;

/** States that the end is told as the endpoint told it. A word of the gateway's own, or null, is worth no more than a warning (freedom F130). */
export function expectFinishReason(world: World, reason: string, told: unknown, { id }: Exchange): void {
  const isOwnWord = typeof told === 'string' && !finishReasons.some((known) => known === told);
  if (isOwnWord || told === null)
    caution(world, {
      expected: `finish_reason ${reason}, as the endpoint told it`,
      observed: JSON.stringify(told),
      exchanges: [id],
    });
  expectEqualJson(world, reason, told, 'finish_reason', { exchanges: [id] });
}
