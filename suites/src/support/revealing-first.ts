import type { Check } from '@gateproof/harness';

/** Examples of checks by the rule: a piece of the example's JSON that no other example of the check has. */
export type RevealingExamples = Readonly<Record<string, readonly string[]>>;

/** The checks, those of the table with their revealing examples in front. Throws for a rule or a text that names no example, or several. */
export function revealingFirst(checks: readonly Check[], table: RevealingExamples): readonly Check[] {
  const unknown = Object.keys(table).filter((rule) => !checks.some((check) => check.rule === rule));
  if (unknown.length > 0) throw new Error(`no check decides ${unknown.join(', ')}`);
  return checks.map((check) => {
    const texts = table[check.rule];
    return texts === undefined ? check : inFront(check, texts);
  });
}

function inFront(check: Check, texts: readonly string[]): Check {
  const examples = check.examples ?? [];
  const revealing = texts.map((text) => {
    const [example, another] = examples.filter((one: unknown) => (JSON.stringify(one) ?? '').includes(text));
    if (example === undefined || another !== undefined)
      throw new Error(`${another === undefined ? 'no example' : 'more than one example'} of ${check.rule} has ${text}`);
    return example;
  });
  const others = examples.filter((example) => !revealing.some((one) => one === example));
  return { ...check, examples: [...revealing, ...others], revealing: revealing.length };
}
