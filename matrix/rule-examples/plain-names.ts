import type { RuleExample } from '@gateproof/suites';

/** Names that a run makes up, and what a reader gets in their place: the same name for the same thing, numbered where there are several. */
const names: readonly (readonly [made: RegExp, plain: (number: number) => string])[] = [
  [/gateproof\/model-example-c\d+-\d+/g, (number) => `acme/model${suffix(number)}`],
  [/http:\/\/127\.0\.0\.1:\d+/g, (number) => `https://gateway${suffix(number)}.example`],
  [/\$GATEPROOF_KEY_\d+|\$GATEPROOF_KEY\b/g, (number) => `$KEY${suffix(number)}`],
];

const suffix = (number: number) => (number === 1 ? '' : `-${number}`);

/** An example without the names that its run made up. */
export function plainNames(example: RuleExample): RuleExample {
  const { keeps, breaks, ...finding } = example;
  const renamed = <T>(value: T): T => JSON.parse(renamedText(JSON.stringify(value))) as T;
  // Each side by itself, so that both begin with the same names.
  const { breaks: broken, ...found } = renamed({ breaks, ...finding });
  return { ...found, keeps: renamed(keeps), breaks: broken };
}

function renamedText(text: string): string {
  return names.reduce((before, [made, plain]) => {
    const known = new Map<string, string>();
    return before.replace(made, (name) => {
      const again = known.get(name) ?? plain(known.size + 1);
      known.set(name, again);
      return again;
    });
  }, text);
}
