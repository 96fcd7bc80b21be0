import type { ProbedGateway } from '@gateproof/harness';
import { defaultPrefix } from '@gateproof/spec';
import { stringify } from 'yaml';
import { linesOf, profileAdditions, testbedAddition } from '../profile/additions.ts';

/** What is known when a profile is written. */
export interface ProfileFacts {
  readonly url: string;
  readonly keyEnv: string;
  readonly prefix?: string;
  /** A text model that serves; undefined: none is known. */
  readonly model: string | undefined;
  /** Headers for every request, by the variables that hold their values. */
  readonly header?: readonly { readonly name: string; readonly variable: string }[];
  readonly command?: string;
  readonly testbedUrl?: string;
  readonly testbedTokenEnv?: string;
  /** What the gateway answered; undefined when it was not running. */
  readonly probed: ProbedGateway | undefined;
}

const schemaUrl = 'node_modules/@gateproof/spec/schemas/profile.schema.json';
const one = (value: unknown) => stringify(value, { lineWidth: 0 }).trim();

/** A profile with a comment on every part: what was found stands in it, what could be added stands in it as a comment. */
export function profileText(facts: ProfileFacts): string {
  const { url, keyEnv, command, probed, model } = facts;
  const prefix = facts.prefix ?? probed?.prefix ?? defaultPrefix;
  return [
    `# yaml-language-server: $schema=${schemaUrl}`,
    '# How Gateproof reaches this gateway, and what can be arranged around it. npx gateproof doctor --profile FILE tries it.',
    `url: ${one(url)}`,
    `prefix: ${one(prefix)}${' '.repeat(4)}# service prefix in headers and fields`,
    `key: { env: ${one(keyEnv)} }    # API key of a test account with credit`,
    model === undefined
      ? '# model: MODEL    # a cheap text model that chats may name; none was found'
      : `model: ${one(model)}    # a cheap text model`,
    ...headerLines(facts.header),
    '',
    ...commandLines(command),
    '',
    ...testbedLines(facts),
    '',
    ...staticLines,
    '',
  ].join('\n');
}

function headerLines(header: ProfileFacts['header'] = []): string[] {
  const lines = header.map(({ name, variable }) => `  ${one(name)}: { env: ${one(variable)} }`);
  return lines.length === 0 ? [] : ['headers:    # sent with every request', ...lines];
}

function commandLines(command: string | undefined): string[] {
  const what = '# Starts the gateway for each run, and ends it afterwards.';
  return command === undefined
    ? [what, '# command: { start: [./gateway, --port, "8080"], ready: { timeout_ms: 30000 } }']
    : [what, `command: { start: ${JSON.stringify(command)} }`];
}

function testbedLines({ testbedUrl, testbedTokenEnv, probed }: ProfileFacts): string[] {
  const url = testbedUrl ?? probed?.testbedUrl;
  const token = testbedTokenEnv === undefined ? '' : `, token_env: ${one(testbedTokenEnv)}`;
  const what =
    '# A testbed that speaks the testbed protocol lets the most rules be decided; the parts below are for a gateway without one.';
  return url === undefined
    ? [what, `# ${testbedAddition.head}`]
    : [what, `testbed: { url: ${JSON.stringify(url)}${token} }`];
}

const staticLines = profileAdditions.flatMap((addition) => [
  `# ${addition.about}`,
  ...linesOf(addition).map((line) => `# ${line}`),
]);
