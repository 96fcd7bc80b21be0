import { codeOf, type Exchange, NotArranged } from '@gateproof/harness';

/** Tools of these names that take nothing, as a chat offers them: a call of one that was not offered is no answer. */
export function offering(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  }));
}

/** The exchange, unless it refuses tools: a model may take none (freedom F010), and then the rule is `NotArranged`. */
export function unlessWithoutTools(exchange: Exchange): Exchange {
  if (codeOf(exchange) === 'unsupported_capability') throw new NotArranged('the models that can be made take no tools');
  return exchange;
}
