import { controlRefused, type Exchange, expectThat, show, type World } from '@gateproof/harness';

/**
 * States that the message of a refusal names the field, in any spelling of its path (freedom F059). A request that was not refused breaks the rule that asks
 * for the refusal, and is `SetupFailed`.
 */
export function expectNaming(world: World, exchange: Exchange, field: string, refusedBy: string): void {
  const { message } = controlRefused(exchange, refusedBy);
  expectThat(world, typeof message === 'string' && message.toLowerCase().includes(field.toLowerCase()), {
    expected: `a message that names \`${field}\``,
    observed: `the message ${show(message)}`,
    exchanges: [exchange.id],
  });
}
