import { type Freedom, guidanceFor, loadFreedoms, loadPoints, loadRules, type Rule } from '@gateproof/spec';
import { loadExamples, type RuleExample } from '@gateproof/suites';

const freedoms = new Map(loadFreedoms().map((freedom) => [freedom.id, freedom]));
const rules = loadRules();
const examples = new Map([...new Set(rules.map(({ area }) => area))].map((area) => [area, loadExamples(area)]));
const points = new Map(loadPoints().map((point) => [point.id, point]));

/** The page of a rule: what it says, why it matters, what it leaves open, an example of both kinds, and how to mend what breaks it. */
export function rulePage(rule: Rule): string {
  const { why, fix } = guidanceFor(rule.id);
  const example = examples.get(rule.area)?.[rule.id];
  const open = rule.freedoms.flatMap((id) => freedoms.get(id) ?? []);
  return [
    `# ${rule.id}`,
    `**${rule.statement}**`,
    factsOf(rule),
    `## Why it matters\n\n${why}`,
    `## How to mend it\n\n${fix}`,
    ...(open.length === 0 ? [] : ['## What the contract leaves open', ...open.map(freedomText)]),
    ...(example === undefined ? [] : exampleParts(example)),
    ...(rule.unobservable === undefined ? [] : [`## Why no check decides it\n\n${rule.unobservable}`]),
    runText(rule, example),
    siblingsText(rule),
  ].join('\n\n');
}

function factsOf(rule: Rule): string {
  const from = rule.points.flatMap((id) => points.get(id)?.text ?? []);
  const rows = [
    ['Contract', rule.section],
    ...from.map((text) => ['It says', escaped(text)]),
    ['Level', levels[rule.level]],
    ['Binds', `the ${rule.party}`],
    ...(rule.class === undefined ? [] : [['Class', rule.class]]),
    [
      'Needs',
      rule.needs.length === 0
        ? 'nothing but a URL and a key'
        : `${rule.needs.join(', ')} ([what that is](../testbed-protocol.html))`,
    ],
    ['Judged', rule.kind === 'standing' ? 'on every exchange of a run' : 'by requests of its own'],
  ];
  return ['| | |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

const levels = {
  must: 'must: stated by the contract',
  derived: 'derived: follows from its statements',
  should: 'should: guidance, which only warns',
};

function freedomText({ title, accept, warn, reject }: Freedom): string {
  const part = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`- ${name}: ${items.map(escaped).join('; ')}`];
  return [
    `**${escaped(title)}**\n`,
    ...part('Accepted', accept),
    ...part('Warned about', warn),
    ...part('Rejected', reject),
  ].join('\n');
}

function exampleParts({ brokenBy, change, expected, observed, keeps, breaks }: RuleExample): string[] {
  return [
    '## An exchange that keeps it',
    ...(keeps.length === 0 ? ['Whoever never does what the rule speaks of keeps it, as the reference does.'] : []),
    ...keeps.map(block),
    '## An exchange that breaks it',
    `The same with one thing changed: ${escaped(change ?? brokenBy)}.`,
    ...breaks.map(block),
    block(`expected  ${expected}\nobserved  ${observed}`),
  ];
}

function block(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}http\n${text}\n${fence}`;
}

function runText({ id, party }: Rule, example: RuleExample | undefined): string {
  const lines = [`npx gateproof rules ${id}`];
  if (party === 'gateway') lines.push(`npx gateproof gateway --only ${id}`);
  if (party === 'gateway' && example !== undefined)
    lines.push(`npx gateproof gateway --only ${id} --deviation ${example.brokenBy}`);
  return ['## See it', `\`\`\`sh\n${lines.join('\n')}\n\`\`\``].join('\n\n');
}

/** The other rules of its group. */
function siblingsText({ id }: Rule): string {
  const group = id.split('.').slice(0, 2).join('.');
  const others = rules.filter((rule) => rule.id !== id && (rule.id === group || rule.id.startsWith(`${group}.`)));
  if (others.length === 0) return '';
  return [
    '## Rules beside it',
    ...others.map((rule) => `- [${rule.id}](./${rule.id}.html): ${escaped(rule.statement)}`),
  ].join('\n');
}

/** Text in which nothing opens a link or a cell, or is taken for emphasis; code stays as it is, but for what would end a cell. */
function escaped(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts.map((part, index) => part.replace(index % 2 === 0 ? /[\\*_[\]|]/g : /\|/g, '\\$&')).join('');
}
