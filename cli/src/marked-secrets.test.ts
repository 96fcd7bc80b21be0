import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviations } from '@gateproof/deviations';
import type { ResultDocument } from '@gateproof/harness';
import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { listen, sendJson, toyGateway, toyKey } from './gateway/toy-gateway.fixture.ts';
import { recordedContext } from './recorded-context.fixture.ts';
import { runCli } from './run-cli.ts';

/** Everything that anybody may look into later: files, standard output, standard error, journals. */
const folder = mkdtempSync(join(tmpdir(), 'gateproof-secrets-'));
const closers: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));
afterAll(() => rmSync(folder, { recursive: true }));

const mark = 'markedsecret';
let marked = 0;
/** A secret that begins like no other text, of no shape that could be known. */
function secret(): string {
  marked += 1;
  return `${mark}/${marked}+${'z'.repeat(8)}`;
}

const env = {
  ...{ GATEPROOF_KEY: secret(), TESTBED_TOKEN: secret(), TENANT: secret(), SECOND: secret(), POOR: secret() },
  ...{ GATEPROOF_WEBHOOK_SECRET: secret(), GATEPROOF_PREVIOUS_WEBHOOK_SECRET: secret() },
};
const headerNames = [
  'api-key',
  'Ocp-Apim-Subscription-Key',
  'x-goog-api-key',
  'x-amz-security-token',
  'x-own',
  'cookie',
];

let runs = 0;
/** Runs a command and keeps what it prints. Returns its standard output. */
async function run(...argv: readonly string[]): Promise<string> {
  const { context, stdout, stderr } = recordedContext(env);
  await runCli(argv, context);
  keep('output', `${stdout()}\n${stderr()}`);
  return stdout();
}

function keep(name: string, text: string): void {
  runs += 1;
  writeFileSync(join(folder, `${runs}-${name}`), text);
}

const inFolder = (name: string) => join(folder, name);
const files = (name: string) =>
  ['json', 'junit', 'markdown', 'html', 'annotations'].flatMap((format) => [
    `--${format}`,
    inFolder(`${name}.${format}`),
  ]);

/** Prints a result in every other way that there is, and replays the first failure in it. */
async function publishAgain(name: string, ...target: readonly string[]): Promise<void> {
  const result = inFolder(`${name}.json`);
  const document = JSON.parse(readFileSync(result, 'utf8')) as ResultDocument;
  const broken = document.rules.find(({ failure }) => (failure?.case.path ?? '') !== '');
  const rule = broken?.rule ?? 'no failure';
  expect(await run('report', result, '--verbose', ...files(`${name}-again`).slice(2))).toContain(rule);
  await run('report', result, rule);
  await run('report', result, '--badges', folder);
  await run('baseline', result, '--output', inFolder(`${name}-baseline.yaml`));
  const earlier = inFolder(`${name}-earlier.json`);
  const { failure: _failure, ...undecided } = { ...broken, verdict: 'inconclusive', reason: 'not reached' };
  const others = document.rules.filter((record) => record !== broken);
  writeFileSync(earlier, JSON.stringify({ ...document, rules: [undecided, ...others] }));
  expect(await run('compare', earlier, result, '--markdown', inFolder(`${name}-compare.md`))).toContain(rule);
  expect(await run('replay', result, rule, ...target)).toContain(rule);
}

/** Serves chats, and says the headers of any other request again in its answer. */
const reflect = (request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.endsWith('/chat/completions') === true) {
    if (request.headers.authorization === `Bearer ${env.GATEPROOF_KEY}`)
      request.headers.authorization = `Bearer ${toyKey}`;
    return false;
  }
  sendJson(response, 404, { error: { message: `came with ${request.rawHeaders.join(' ')} at ${request.url}` } });
  return true;
};

const anySecret = new RegExp(`.{0,40}(${mark}|\\b(sk-|whsec_)\\w{12}).{0,20}`, 'g');

/** The first secret in each kept file, with what stands around it. */
const leaks = () =>
  readdirSync(folder).flatMap((file) =>
    (readFileSync(inFolder(file), 'utf8').match(anySecret) ?? []).slice(0, 1).map((found) => `${file}: ${found}`),
  );

test('a gateway that says every header again, judged with headers of its own', { timeout: 120_000 }, async () => {
  const url = await toyGateway({ answer: reflect });
  const headers = headerNames.flatMap((name) => ['--header', `${name}: ${secret()}`]);
  const target = ['--url', url, '--model', 'toy-small', ...headers, '--header', 'x-tenant: $TENANT'];
  const only = ['--only', 'model.list', 'auth.key', 'error.envelope'];
  expect(await run('gateway', ...target, '--effort', 'quick', ...only, ...files('gateway'))).toContain('model.list');
  await run('doctor', ...target);
  await run('init', '--url', url, '--header', 'x-tenant: $TENANT', '--output', inFolder('profile.yaml'));
  await publishAgain('gateway', ...target);
  expect(leaks()).toEqual([]);
});

test('a gateway with a testbed, keys and webhook secrets, and its journal', { timeout: 120_000 }, async () => {
  const deviation = deviations.find(({ id }) => id === 'webhook.delivery.without-api-key');
  const behaviour = deviation?.apply(referenceBehaviour) ?? referenceBehaviour;
  const simulator = createSimulator({ behaviour, defaultKey: env.GATEPROOF_KEY, testbedToken: env.TESTBED_TOKEN });
  closers.push(() => simulator.close());
  const url = await simulator.listen();
  const profile = inFolder('simulator.yaml');
  const testbed = `{ url: "${url}/_testbed/v1", token_env: TESTBED_TOKEN }`;
  const keys = '{ second_account: { env: SECOND }, no_credit: { env: POOR } }';
  writeFileSync(profile, `url: ${url}\nkey: { env: GATEPROOF_KEY }\nkeys: ${keys}\ntestbed: ${testbed}\n`);
  // An active rule that makes deliveries: without one, every check would run to make them.
  const only = ['--only', 'webhook.delivery.without-api-key', 'webhook.event.succeeded', 'chat.response'];
  await run('gateway', '--profile', profile, '--effort', 'quick', ...only, ...files('simulator'));
  await publishAgain('simulator', '--profile', profile);
  const ask = (path: string, headers: Record<string, string>) => simulator.fetch(`${url}${path}`, { headers });
  const own = { authorization: `Bearer ${env.GATEPROOF_KEY}` };
  for (const name of headerNames)
    await ask(`/v1/models/${env.GATEPROOF_KEY}?key=${env.GATEPROOF_KEY}`, { ...own, [name]: secret() });
  await ask('/v1/models', { authorization: `Bearer ${secret()}` });
  const admitted = { ...own, 'x-testbed-token': env.TESTBED_TOKEN };
  for (const path of ['/accounts/self/journal', '/journal']) {
    const journal = await (await ask(`/_testbed/v1${path}`, admitted)).text();
    expect(journal).toContain('near_misses');
    keep('journal', journal);
  }
  expect(leaks()).toEqual([]);
});

test('a client, a receiver that says every header again, and live traffic', { timeout: 120_000 }, async () => {
  const rude = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, op, params } = JSON.parse(line);
    const hello = { protocol: 'gateproof-driver/1', name: 'rude', operations: ['chat', 'verify_webhook'] };
    if (op === 'close') process.exit(0);
    console.error(line);
    console.log(JSON.stringify({ id, ok: true, result: op === 'hello' ? hello : { valid: true, content: line } }));
  });`;
  const driver = ['--', process.execPath, '-e', rude];
  await run('client', '--only', 'client.webhook', 'client.answer', '--drivers', '1', ...files('client'), ...driver);
  await publishAgain('client', ...driver);
  const receiver = await listen((request, response) => response.end(request.rawHeaders.join(' ')));
  await run('receiver', '--url', receiver, '--effort', 'quick', '--only', 'receiver.forged', ...files('receiver'));
  await publishAgain('receiver', '--url', receiver);
  const { context, stdout, stderr, interrupt } = recordedContext(env);
  const ended = runCli(['proxy', '--target', await toyGateway({ answer: reflect }), ...files('proxy')], context);
  const proxy = await vi.waitFor(
    () => /proxy at (\S+),/.exec(stderr())?.[1] ?? Promise.reject(new Error('not yet')),
    30_000,
  );
  for (const name of headerNames) {
    await (
      await fetch(`${proxy}/v1/models`, { headers: { authorization: `Bearer ${secret()}`, [name]: secret() } })
    ).text();
  }
  interrupt();
  await ended;
  keep('output', `${stdout()}\n${stderr()}`);
  expect(readFileSync(inFolder('proxy.json'), 'utf8')).toContain('came with');
  expect(leaks()).toEqual([]);
});
