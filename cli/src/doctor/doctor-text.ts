import type { ProbedCapability, Rung, SmokeFinding, SmokeReport } from '@gateproof/harness';
import { type Style, visibleText } from '@gateproof/reports';
import type { Capability } from '@gateproof/spec';
import { linesOf, profileAdditions, testbedAddition } from '../profile/additions.ts';

/** All that the doctor found of a target. */
export interface Findings {
  readonly baseUrl: string;
  /** The profile that describes it; undefined: there is none. */
  readonly profile: string | undefined;
  /** Replaces secrets that an answer may repeat. */
  redact(text: string): string;
  readonly smoke: SmokeReport;
  /** Of further requests. */
  readonly findings: readonly SmokeFinding[];
  readonly probed: readonly ProbedCapability[];
  readonly working: ReadonlySet<Capability>;
  /** How many rules can be tested now, and how many more if the gateway does what they are about. */
  readonly sure: number;
  readonly may: number;
  readonly total: number;
  readonly rungs: readonly Rung[];
}

const marks = { works: '✓', partly: '~', disagrees: '✗', 'not-claimed': '–' } as const;

/** The report of the doctor. */
export function doctorText(findings: Findings, style: Style): string {
  const { sure, may, total, probed } = findings;
  const more = may === 0 ? '' : `, and up to ${may} more if the gateway does what they are about`;
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['Reach', reachLines(findings, style)],
    ['Capabilities', probed.map((one) => capabilityLine(one, style))],
    [`${sure} of ${total} rules can be tested now${more}`, []],
    ['What to add next', stepLines(findings, style)],
  ];
  const shown = sections.filter(([heading, lines]) => lines.length > 0 || heading.startsWith(String(sure)));
  return `${shown.map(([heading, lines]) => [style.bold(heading), ...lines].join('\n')).join('\n\n')}\n`;
}

/** What the first requests were to show, each with what was seen where it does not hold. */
function reachLines({ baseUrl, smoke, findings, redact }: Findings, style: Style): readonly string[] {
  const { stop, notes, model } = smoke;
  const text = (line: string) => visibleText(redact(line));
  if (stop !== undefined) return [`  ${style.red(`✗ ${text(stop.sentence)}`)}`];
  const seen = [...smoke.findings, ...findings].map(({ wanted, holds, seen: what, saw }) =>
    holds ? style.green(`✓ ${what}`) : style.red(`✗ ${wanted}: it answered ${text(saw)}`),
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

/** The ladder in one line, then the YAML of each rung. */
function stepLines({ rungs, profile, working, sure }: Findings, style: Style): readonly string[] {
  if (rungs.length === 0) return [];
  const steps = rungs.map(({ addition: { name }, rules }) =>
    name === testbedAddition.name ? `${name} → ${rules}` : `+ ${name} → ${rules}`,
  );
  const where = profile ?? 'a profile, which npx gateproof init writes';
  const parts = rungs.flatMap(({ addition }) => {
    const part = [...profileAdditions, testbedAddition].find(({ name }) => name === addition.name);
    return part === undefined ? [] : [`# ${part.about}`, ...linesOf(part, working)];
  });
  return [
    `  ${[`${sure} now`, ...steps].join(' · ')} rules`,
    `  ${style.dim(`In ${where}:`)}`,
    ...parts.map((line) => `    ${line}`),
  ];
}
