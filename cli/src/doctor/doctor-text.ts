import type { NextStep, ProbedCapability } from '@gateproof/harness';
import { type Style, visibleText } from '@gateproof/reports';
import type { Capability } from '@gateproof/spec';

/** All that the doctor found of a target. */
export interface Findings {
  readonly baseUrl: string;
  /** One line that says why the target can't be judged at all; undefined: it can. */
  readonly smoke: string | undefined;
  readonly probed: readonly ProbedCapability[];
  readonly decidable: number;
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
export function doctorText({ baseUrl, smoke, probed, decidable, total, steps }: Findings, style: Style): string {
  const reach =
    smoke === undefined
      ? style.green(`✓ ${baseUrl} serves and refuses as it should`)
      : style.red(`✗ ${visibleText(smoke)}`);
  const capabilities = probed.map(({ capability, state, why }) => {
    const paint = { works: style.green, partly: style.yellow, disagrees: style.red, 'not-claimed': style.dim }[state];
    const said = why === undefined ? '' : `  ${visibleText(why)}`;
    return `  ${paint(`${marks[state]} ${capability.padEnd(15)} ${state.replace('-', ' ')}`)}${said}`;
  });
  const next = steps.slice(0, maxSteps).map(({ capabilities: missing, rules }) => {
    const how = [...new Set(missing.map((one) => ways[one]))].join('; ');
    return `  ${String(rules).padStart(4)} more rules with ${missing.join(', ')}  ${style.dim(`(${how})`)}`;
  });
  return [
    style.bold('Reach'),
    `  ${reach}`,
    '',
    style.bold('Capabilities'),
    ...capabilities,
    '',
    style.bold(`up to ${decidable} of ${total} rules can be decided now`),
    ...(next.length === 0 ? [] : ['', style.bold('What to add next'), ...next]),
    '',
  ].join('\n');
}
