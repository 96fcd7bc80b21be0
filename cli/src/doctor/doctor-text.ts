import type { NextStep, ProbedCapability, SmokeReport } from '@gateproof/harness';
import { type Style, visibleText } from '@gateproof/reports';
import type { Capability, Rule } from '@gateproof/spec';

/** All that the doctor found of a target. */
export interface Findings {
  readonly baseUrl: string;
  /** Replaces secrets that an answer may repeat. */
  redact(text: string): string;
  readonly smoke: SmokeReport;
  readonly probed: readonly ProbedCapability[];
  readonly decidable: readonly Rule[];
  readonly total: number;
  readonly steps: readonly NextStep[];
}

const maxSteps = 6;
const marks = { works: '✓', partly: '~', disagrees: '✗', 'not-claimed': '–' } as const;

/** How a static profile or a testbed provides each capability. */
const ways: Readonly<Record<Capability, string>> = {
  accounts: 'keys.second_account',
  credit: 'keys.no_credit',
  keys: 'keys.expired, keys.deleted, keys.restricted …',
  models: 'models, with ports of this machine',
  upstreams: 'models, with ports of this machine',
  webhooks: 'webhooks, registered beforehand',
  rotation: 'a webhook with previous_secret',
  fragments: 'fragments',
  clock: 'a testbed',
  'rate-limit': 'a testbed',
  snapshot: 'a testbed',
  'internal-fault': 'a testbed',
  usage: 'a testbed',
};

/** The report of the doctor. */
export function doctorText(findings: Findings, style: Style): string {
  const { decidable, total, probed } = findings;
  const sure = decidable.filter(({ conditional }) => conditional !== true).length;
  const more = decidable.length - sure;
  const may = more === 0 ? '' : `, and up to ${more} more if the gateway does what they speak of`;
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['Reach', reachLines(findings, style)],
    ['Capabilities', probed.map((one) => capabilityLine(one, style))],
    [`${sure} of ${total} rules can be decided now${may}`, []],
    ['What to add next', stepLines(findings, style)],
  ];
  const shown = sections.filter(([heading, lines]) => lines.length > 0 || heading.startsWith(String(sure)));
  return `${shown.map(([heading, lines]) => [style.bold(heading), ...lines].join('\n')).join('\n\n')}\n`;
}

/** What the first requests were to show, each with what was seen where it does not hold. */
function reachLines({ baseUrl, smoke, redact }: Findings, style: Style): readonly string[] {
  const { stop, findings, notes, model } = smoke;
  const text = (line: string) => visibleText(redact(line));
  if (stop !== undefined) return [`  ${style.red(`✗ ${text(stop.sentence)}`)}`];
  const seen = findings.map(({ wanted, holds, saw }) =>
    holds ? style.green(`✓ ${wanted}`) : style.red(`✗ ${wanted}: it answered ${text(saw)}`),
  );
  return [
    style.green(`✓ ${baseUrl} answers`),
    ...(model === undefined ? [] : [style.green(`✓ chats name the model ${text(model)}`)]),
    ...seen,
    ...notes.map((note) => style.yellow(`~ ${text(note)}`)),
  ].map((line) => `  ${line}`);
}

function capabilityLine({ capability, state, why }: ProbedCapability, style: Style): string {
  const paint = { works: style.green, partly: style.yellow, disagrees: style.red, 'not-claimed': style.dim }[state];
  const said = why === undefined ? '' : `  ${visibleText(why)}`;
  return `  ${paint(`${marks[state]} ${capability.padEnd(15)} ${state.replace('-', ' ')}`)}${said}`;
}

function stepLines({ steps }: Findings, style: Style): readonly string[] {
  return steps.slice(0, maxSteps).map(({ capabilities: missing, rules }) => {
    const how = [...new Set(missing.map((one) => ways[one]))].join('; ');
    return `  ${String(rules).padStart(4)} more rules with ${missing.join(', ')}  ${style.dim(`(${how})`)}`;
  });
}
