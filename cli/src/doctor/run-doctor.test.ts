import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator } from '@gateproof/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Toy, toyGateway, toyKey } from '../gateway/toy-gateway.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-doctor-'));
const simulator = createSimulator({ defaultKey: 'sk-1' });
let url = '';
beforeAll(async () => {
  url = await simulator.listen();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await simulator.close();
});

/** A testbed that says it sets rate limits, and does nothing. */
const liar = createServer((message, response) => {
  if (message.url?.endsWith('/rate-limit') === true) {
    message.resume();
    response.writeHead(204).end();
    return;
  }
  const { method = 'GET', headers, url: path = '/' } = message;
  const call = request(new URL(path, url), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    answer.pipe(response);
  });
  message.pipe(call);
});
afterAll(() => {
  liar.closeAllConnections();
  liar.close();
});

async function examine(profile: string) {
  const path = join(folder, 'profile.yaml');
  writeFileSync(path, profile);
  const { context, stdout, stderr } = recordedContext();
  const code = await runCli(['doctor', '--profile', path], context);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('a capability that does not do what it claims is reported with what it did, and its rules do not count', async () => {
  liar.listen(0, '127.0.0.1');
  await once(liar, 'listening');
  const testbed = `http://127.0.0.1:${(liar.address() as AddressInfo).port}/_testbed/v1`;
  const { code, stdout } = await examine(`url: ${url}\ntestbed: { url: "${testbed}" }\n`);
  expect(stdout).toMatch(
    /✗ rate-limit +disagrees {2}with a limit of one request the second is not refused with 429: it answered /,
  );
  expect(stdout.match(/✓ [\w-]+ +works/g)).toHaveLength(12);
  expect(stdout).toMatch(
    /\n\d+ of \d+ rules can be tested now, .*\n\nWhat to add next\n {2}\d+ now · testbed → \d+ rules\n/,
  );
  expect(code).toBe(3);
});

test('with a key alone nothing is claimed, and the additions that unlock most are named', async () => {
  const { code, stdout } = await examine(`url: ${url}\nkey: { value: sk-1 }\n`);
  expect(stdout.match(/– [\w-]+ +not claimed/g)).toHaveLength(13);
  expect(stdout).toMatch(
    /\n\d+ of \d+ rules can be tested now, and up to \d+ more if the gateway does what they are about\n/,
  );
  expect(stdout).toMatch(
    /What to add next\n {2}\d+ now · \+ models → \d+ · \+ webhooks → \d+ · .*testbed → \d+ rules\n/,
  );
  expect(stdout).toContain(`In ${join(folder, 'profile.yaml')}:\n    # Models whose`);
  expect(stdout).toContain('    models:\n      - { id: acme/one, ports: [21001] }\n');
  expect(code).toBe(0);
});

test('a key that is refused is reported before all else', async () => {
  const { code, stdout } = await examine(`url: ${url}\nkey: { value: sk-wrong }\n`);
  expect(stdout).toMatch(/^Reach\n {2}✗ the key is refused: .*401 unauthorized/);
  expect(stdout).toMatch(/\n0 of \d+ rules can be tested now\n$/);
  expect(code).toBe(2);
});

test('a gateway that takes any key is not said to refuse as it should', async () => {
  const open = await toyGateway({
    answer(message) {
      message.headers.authorization = `Bearer ${toyKey}`;
      return false;
    },
  });
  const { code, stdout } = await examine(`url: ${open}\nkey: { value: ${toyKey} }\n`);
  expect(stdout).toContain('✓ chats name the model toy-small\n');
  expect(stdout).toContain('✓ a chat is served\n');
  expect(stdout).toMatch(/✗ a request without a key is refused with 401: it answered 200 with /);
  expect(stdout).toMatch(/✗ an unknown key is refused with 401: it answered 200 with /);
  expect(code).toBe(1);
});

test('fewer rules are counted where no chat is served', async () => {
  const counted = async (answer: Toy['answer']) => {
    const toy = await toyGateway(answer === undefined ? {} : { answer });
    const { stdout } = await examine(`url: ${toy}\nkey: { value: ${toyKey} }\n`);
    return Number(/\n(\d+) of \d+ rules can be tested now/.exec(stdout)?.[1]);
  };
  const all = await counted(undefined);
  const withoutChat = await counted((message, response) => {
    const isRefused = message.url === '/v1/chat/completions';
    if (isRefused) response.writeHead(500).end();
    return isRefused;
  });
  expect(withoutChat).toBeLessThan(all / 2);
});

test('what is no gateway is said in one line with the exit code of a run', async () => {
  const page = await listen((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  );
  const { code, stdout } = await examine(`url: ${page}\nkey: { value: sk-1 }\n`);
  expect(stdout).toMatch(/^Reach\n {2}✗ GET \S+ answered 200 with an HTML page in the place of JSON; .*\n\n0 of /);
  expect(code).toBe(4);
});
