import type { Addition } from '@gateproof/harness';
import { type Capability, capabilities } from '@gateproof/spec';

/** Something that can be added to a profile, as YAML to paste. */
export interface ProfileAddition extends Addition {
  readonly about: string;
  /** The line that stands above the others. */
  readonly head: string;
  /** Each with the capability that it brings. */
  readonly lines: readonly (readonly [brings: Capability, text: string])[];
}

/** The parts of a profile for a gateway without a testbed. */
export const profileAdditions: readonly ProfileAddition[] = [
  {
    name: 'keys',
    capabilities: ['keys', 'accounts', 'credit'],
    about: 'Further keys by what they are for.',
    head: 'keys:',
    lines: [
      ['accounts', '  second_account: { env: OTHER_ACCOUNT_KEY }'],
      ['keys', '  others: [{ env: SECOND_KEY }]'],
      ['keys', '  expired: { env: EXPIRED_KEY }'],
      ['keys', '  deleted: { env: DELETED_KEY }'],
      ['keys', '  restricted: { key: { env: RESTRICTED_KEY }, allowed: acme/one, forbidden: acme/two }'],
      ['credit', '  no_credit: { env: POOR_KEY }'],
    ],
  },
  {
    name: 'models',
    capabilities: ['models', 'upstreams'],
    about:
      'Models whose endpoints are http://127.0.0.1:PORT/v1: Gateproof opens the ports and answers as each case wants.',
    head: 'models:',
    lines: [
      ['models', '  - { id: acme/one, ports: [21001] }'],
      ['models', '  - { id: acme/pair, ports: [21002, 21003] }'],
      ['models', '  - { id: acme/painter, modality: image, ports: [21004] }'],
    ],
  },
  {
    name: 'webhooks',
    capabilities: ['webhooks', 'rotation'],
    about: 'Webhook endpoints that are registered already and lead to a port of this machine.',
    head: 'webhooks:',
    lines: [
      [
        'webhooks',
        '  - { url: "https://hooks.acme.test/one", port: 8443, secret: { env: HOOK_SECRET }, ca_file: gateproof-ca.pem }',
      ],
      [
        'rotation',
        '  - { url: "https://hooks.acme.test/two", port: 8444, secret: { env: NEW_SECRET }, previous_secret: { env: OLD_SECRET }, ca_file: gateproof-ca.pem }',
      ],
    ],
  },
  {
    name: 'fragments',
    capabilities: ['fragments'],
    about: 'What the contract leaves open, as this gateway spells it.',
    head: 'fragments:',
    lines: [['fragments', '  zdr: { svc: { zdr: true } }']],
  },
];

/** The part that brings everything. */
export const testbedAddition: ProfileAddition = {
  name: 'testbed',
  capabilities,
  about: 'A testbed that speaks the testbed protocol lets the most rules be tested. It replaces the parts above.',
  head: 'testbed: { url: "http://127.0.0.1:9000/testbed", token_env: TESTBED_TOKEN }',
  lines: [],
};

/** The lines of an addition that bring what is not claimed yet. */
export function linesOf(
  { head, lines }: ProfileAddition,
  claimed: ReadonlySet<Capability> = new Set(),
): readonly string[] {
  return [head, ...lines.flatMap(([brings, text]) => (claimed.has(brings) ? [] : [text]))];
}
