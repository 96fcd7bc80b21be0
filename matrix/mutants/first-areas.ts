/** The rules that speak of what a file decides, by a word in its path: they are asked first, so that most mutants die early. */
const areasOf: readonly (readonly [word: RegExp, areas: readonly string[]])[] = [
  [/error/, ['error']],
  [/admission|authent|model|usage/, ['auth', 'model', 'limit', 'error']],
  [/stream/, ['stream', 'chat']],
  [/chat|completion|bod(y|ies)/, ['chat', 'stream', 'limit']],
  [/routing/, ['fallback', 'stream']],
  [/idempotency/, ['idempotency']],
  [/jobs/, ['job', 'media', 'idempotency']],
  [/webhook/, ['webhook', 'signature', 'rotation']],
];

/** Rules in the order in which they are asked about a mutant of this file. */
export function rulesByNearness<R extends { readonly area: string }>(rules: readonly R[], path: string): readonly R[] {
  const near = areasOf.filter(([word]) => word.test(path)).flatMap(([, areas]) => areas);
  const distance = ({ area }: R): number => (near.includes(area) ? near.indexOf(area) : near.length);
  return rules.toSorted((first, second) => distance(first) - distance(second));
}
