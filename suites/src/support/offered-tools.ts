/** Tools of these names that take nothing, as a chat offers them: a call of one that was not offered is no answer. */
export function offering(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', properties: {} } },
  }));
}
