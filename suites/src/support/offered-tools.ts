import { codeOf, type Exchange, NotArranged } from '@gateproof/harness';

/** Tools of these names that take nothing, as a chat offers them: a call of one that was not offered is no answer. */
export function offering(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  }));
}

const toolless: readonly unknown[] = ['unsupported_capability', 'no_endpoint_available'];

/**
 * The exchange, unless it refuses tools: a model may take none (freedom F010), and then the rule is `NotArranged`. A refusal as invalid could be
 * as well that of a gateway that misreads tools.
 */
export function unlessWithoutTools(exchange: Exchange): Exchange {
  if (toolless.includes(codeOf(exchange))) throw new NotArranged('the models that can be made take no tools');
  return exchange;
}
