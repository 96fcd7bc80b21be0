import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  keptAuthority,
  openTarget,
  type ResultDocument,
  runSuite,
  type StaticProfile,
  startRunClock,
  type TargetOptions,
} from '@gateproof/harness';
import { createSimulator } from '@gateproof/simulator';
import { loadRules, type TestbedDescription } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';
import { scriptOptions } from '../repository/script-options.ts';

/**
 * How many gateway rules are decided on the simulator with a URL and a key alone, with static wiring, and with the testbed protocol. The
 * simulator is treated as a stranger each time. Prints a table; exits 1 when `docs/unlocking-rules.md` has other figures.
 */
scriptOptions({});
const folder = mkdtempSync(join(tmpdir(), 'gateproof-unlocked-'));
const catalogue = loadRules().filter(({ party }) => party === 'gateway');
const simulator = createSimulator();
const baseUrl = await simulator.listen();
const testbedUrl = `${baseUrl}/_testbed/v1`;

/** What the testbed answers when it makes something. */
interface Made {
  readonly id?: string;
  readonly secret?: string;
  readonly key?: { readonly secret: string };
}

async function testbed(method: string, path: string, body?: unknown): Promise<Made> {
  const response = await fetch(testbedUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json() as Promise<Made>;
}

const firstPort = 21_870;

/** An account of the simulator wired as an implementer would wire a gateway by hand. */
async function wireByHand(): Promise<StaticProfile> {
  const account = await testbed('POST', '/accounts', {});
  const path = `/accounts/${account.id}`;
  const keyWith = async (request: object) => String((await testbed('POST', `${path}/keys`, request)).secret);
  const wired: StaticProfile['models'][number][] = [];
  const wire = async (slug: string, modality: 'text' | 'image' | 'audio_stt', endpoints: number) => {
    const ports = Array.from(
      { length: endpoints },
      (_, place) => firstPort + wired.flatMap((model) => model.ports).length + place,
    );
    const id = `byhand/${slug}`;
    await testbed('POST', `${path}/models`, {
      id,
      modality,
      price_usd: 0.01,
      endpoints: ports.map((port) => `http://127.0.0.1:${port}/v1`),
    });
    wired.push({ id, modality, ports, headers: [], contextWindow: undefined, priceUsd: 0.01 });
  };
  for (const slug of ['text-1', 'text-2', 'text-3', 'text-4', 'text-5', 'text-6', 'text-7'])
    await wire(slug, 'text', 1);
  for (const [slug, endpoints] of [
    ['pair', 2],
    ['triple', 3],
    ['quadruple', 4],
  ] as const)
    await wire(slug, 'text', endpoints);
  for (const slug of ['image-1', 'image-2', 'image-3']) await wire(slug, 'image', 1);
  for (const slug of ['audio-1', 'audio-2']) await wire(slug, 'audio_stt', 1);
  const deleted = await testbed('POST', `${path}/keys`, {});
  await fetch(`${testbedUrl}${path}/keys/${deleted.id}`, { method: 'DELETE' });
  const second = await testbed('POST', '/accounts', {});
  const poor = await testbed('POST', '/accounts', { credit_usd: 0 });
  const { fragments } = (await testbed('GET', '/')) as unknown as TestbedDescription;
  const secretOf = ({ key }: Made) => key?.secret ?? '';
  return {
    keys: {
      default: secretOf(account),
      secondAccount: secretOf(second),
      others: [await keyWith({})],
      expired: await keyWith({ expires_at: '2020-01-01T00:00:00Z' }),
      deleted: String(deleted.secret),
      elsewhere: await keyWith({ ip_ranges: ['192.0.2.0/24'] }),
      capped: await keyWith({ monthly_cap_usd: 0.001 }),
      policy: await keyWith({ policy: { retention: 'strict', region: 'home' } }),
      noCredit: secretOf(poor),
      restricted: {
        key: await keyWith({ models: ['byhand/text-1'] }),
        allowed: 'byhand/text-1',
        forbidden: 'byhand/text-2',
      },
    },
    models: wired,
    webhooks: await wireWebhooks(path, firstPort + wired.flatMap((model) => model.ports).length),
    upstreamHost: '127.0.0.1',
    fragments: fragments ?? {},
    upstreamTimeoutMs: 30_000,
    signingKey: 'text',
  };
}

/** Two endpoints that were never rotated and one in the middle of a rotation, on one port. */
async function wireWebhooks(account: string, port: number): Promise<StaticProfile['webhooks']> {
  const caFile = join(folder, 'ca.pem');
  const { certificate: ca } = await keptAuthority(caFile, startRunClock(), 'unlocked');
  const wired: StaticProfile['webhooks'][number][] = [];
  for (const name of ['one', 'two', 'rotated']) {
    const url = `https://hooks.acme.test/${name}`;
    const made = await testbed('POST', `${account}/webhooks`, { url, connect_to: `127.0.0.1:${port}`, ca });
    const isRotated = name === 'rotated';
    const fresh = isRotated ? await testbed('POST', `${account}/webhooks/${made.id}/rotate`) : made;
    const previousSecret = isRotated ? made.secret : undefined;
    wired.push({ url, port, secret: String(fresh.secret), previousSecret, tls: true, caFile });
  }
  return wired;
}

async function judge(options: Partial<TargetOptions>, concurrency: number): Promise<ResultDocument> {
  const target = await openTarget({
    kind: 'url',
    baseUrl,
    prefix: 'svc',
    key: simulator.defaultKey,
    testbedUrl: undefined,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 5_000,
    model: 'gateproof/echo',
    runId: 'unlocked',
    arguments: [],
    ...options,
  });
  const run = {
    target,
    suite: gatewaySuite,
    rules: catalogue,
    catalogue,
    toolVersion: '0',
    runId: 'unlocked',
    seed: 42,
    concurrency,
  };
  try {
    return await runSuite(run);
  } finally {
    await target.close();
  }
}

const staticProfile = await wireByHand();
const ways: readonly (readonly [string, Partial<TargetOptions>, number])[] = [
  ['a URL and one key', {}, 8],
  [
    'static wiring: keys by role, wired models, registered webhooks, fragments',
    { key: staticProfile.keys.default, staticProfile },
    1,
  ],
  ['the testbed protocol', { testbedUrl }, 8],
];
process.stdout.write(
  '| What the gateway comes with | rules decided | passed | not applicable | other |\n|---|---|---|---|---|\n',
);
const decidedByWay: number[] = [];
for (const [name, options, concurrency] of ways) {
  const { rules } = await judge(options, concurrency);
  const passed = rules.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn').length;
  const notApplicable = rules.filter(({ verdict }) => verdict === 'not-applicable').length;
  decidedByWay.push(rules.length - notApplicable);
  const others = rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable'].includes(verdict));
  process.stdout.write(
    `| ${name} | ${rules.length - notApplicable} | ${passed} | ${notApplicable} | ${others.length} |\n`,
  );
  for (const { rule, verdict, reason, failure } of others.slice(0, 20)) {
    process.stderr.write(`${rule} ${verdict} ${reason ?? ''} ${failure?.observed ?? ''}\n`);
  }
}
const page = readFileSync(new URL('../docs/unlocking-rules.md', import.meta.url), 'utf8');
const wanted = [...decidedByWay.map((decided) => `| ${decided} |`), `of ${catalogue.length} gateway rules`];
for (const figure of wanted.filter((one) => !page.includes(one))) {
  process.stderr.write(`docs/unlocking-rules.md does not say "${figure}"\n`);
  process.exitCode = 1;
}
await simulator.close();
rmSync(folder, { recursive: true });
