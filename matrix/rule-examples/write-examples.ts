import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadRules, type Rule } from '@gateproof/spec';
import type { RuleExample } from '@gateproof/suites';
import pLimit from 'p-limit';
import { scriptOptions } from '../../repository/script-options.ts';
import { clientExample } from './client-example.ts';
import { gatewayExample } from './gateway-example.ts';
import { receiverExample } from './receiver-example.ts';

/**
 * Makes the examples of the rule pages, `suites/examples/<area>.json`: for each rule the exchange of its smallest broken case, beside the same case on
 * the reference. Options: `--only <id prefix>` (repeatable), `--missing` for rules that have none yet, `--parallel N`
 * rules at once (default 4). Prints the rules for which none could be made.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true, default: [''] },
  missing: { type: 'boolean', default: false },
  parallel: { type: 'string', default: '4' },
});
const limit = pLimit(Number(values.parallel));
const makers = { gateway: gatewayExample, client: clientExample, receiver: receiverExample };
const rules = loadRules().filter(({ unobservable }) => unobservable === undefined);

for (const [area, members] of Map.groupBy(rules, (rule) => rule.area)) {
  const before = readExamples(area);
  const wanted = members.filter(
    ({ id }) => values.only.some((start) => id.startsWith(start)) && !(values.missing && id in before),
  );
  if (wanted.length > 0) await makeArea(area, members, { before, wanted });
}
// A client that was left waiting would keep the process.
process.exit();

async function makeArea(
  area: string,
  members: readonly Rule[],
  { before, wanted }: { readonly before: Examples; readonly wanted: readonly Rule[] },
): Promise<void> {
  const examples: Record<string, RuleExample> = { ...before };
  const make = async (rule: Rule) => {
    const example = await makers[rule.party](rule);
    if (example === undefined) process.stdout.write(`none  ${rule.id}\n`);
    else examples[rule.id] = example;
    // Kept as they come, so that a run that is ended early has made something.
    writeExamples(area, members, examples);
  };
  await Promise.all(wanted.map((rule) => limit(() => make(rule))));
  process.stdout.write(`${area}: ${Object.keys(examples).length} of ${members.length}\n`);
}

type Examples = Readonly<Record<string, RuleExample>>;

function fileOf(area: string): URL {
  return new URL(`../../suites/examples/${area}.json`, import.meta.url);
}

function readExamples(area: string): Examples {
  return existsSync(fileOf(area)) ? (JSON.parse(readFileSync(fileOf(area), 'utf8')) as Examples) : {};
}

/** In the order of the catalogue, a line for each rule. */
function writeExamples(area: string, rules: readonly Rule[], examples: Examples): void {
  const lines = rules.flatMap(({ id }) =>
    examples[id] === undefined ? [] : [`${JSON.stringify(id)}: ${JSON.stringify(examples[id])}`],
  );
  writeFileSync(fileOf(area), `{\n${lines.join(',\n')}\n}\n`);
}
