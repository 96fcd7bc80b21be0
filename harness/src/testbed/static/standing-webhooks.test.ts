import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NotArranged } from '../../check/setup-failed.ts';
import { startRunClock } from '../../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../../exchange/recorder.ts';
import { keptAuthority } from '../../receiver/kept-authority.ts';
import { anExchange } from '../../run/run-fixture.fixture.ts';
import { freePort } from '../../target/launch/free-port.ts';
import { StandingWebhooks } from './standing-webhooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-standing-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clock = startRunClock();
const caFile = join(folder, 'ca.pem');
const host = '127.0.0.1';

async function opened() {
  const port = await freePort();
  const common = { port, tls: true, caFile, secret: 's' };
  const webhooks = await StandingWebhooks.open(
    [
      { ...common, url: 'https://hooks.acme.test/plain', previousSecret: undefined },
      { ...common, url: 'https://hooks.acme.test/rotated', previousSecret: 'p' },
    ],
    { host, clock, nonce: 'n1' },
  );
  const deliver = (path: string, job: string, event = `evt_${job}`): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = {
        host,
        port,
        path,
        method: 'POST',
        servername: 'hooks.acme.test',
        ca: readFileSync(caFile),
        agent: false,
      };
      const call = request(options, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject);
      call.end(JSON.stringify({ id: event, data: { id: job } }));
    });
  return { webhooks, deliver };
}

const recorder = () => createRecorder(createExchangeIds());

test('each case holds an endpoint for itself, and deliveries are verified by the authority in the file', async () => {
  const { webhooks, deliver } = await opened();
  const held = webhooks.take(false);
  expect(() => webhooks.take(false)).toThrow(NotArranged);
  expect(webhooks.take(true)).toMatchObject({ secret: 's', previousSecret: 'p' });
  const endpoint = held.open(recorder());
  expect(await deliver('/plain', 'job_1')).toBe(200);
  expect(endpoint.deliveries().map((one) => one.request.url.replace(/:\d+/, ''))).toEqual(['https://127.0.0.1/plain']);
  held.close(endpoint);
  expect(webhooks.take(false).url).toBe('https://hooks.acme.test/plain');
  await webhooks.close();
});

test('what comes late from an earlier case is acknowledged and shown to nobody', async () => {
  const { webhooks, deliver } = await opened();
  const first = webhooks.take(false);
  const before = first.open(recorder());
  before.answer({ kind: 'status', status: 500 });
  expect(await deliver('/plain', 'job_1')).toBe(500);
  first.close(before);
  expect(await deliver('/plain', 'job_9')).toBe(200);
  const body = Buffer.from('{"id":"job_2","state":"queued"}');
  webhooks.pass([anExchange({ response: { status: 202, headers: [], body, arrivals: [], headersAtMs: 0 } })]);
  const second = webhooks.take(false);
  const endpoint = second.open(recorder());
  expect([await deliver('/plain', 'job_1'), await deliver('/plain', 'job_2', 'evt_x')]).toEqual([200, 200]);
  expect(endpoint.deliveries()).toEqual([]);
  await deliver('/plain', 'job_3');
  expect(endpoint.deliveries()).toHaveLength(1);
  await webhooks.close();
});

test('the authority is made once, its key for its owner alone, and a file without its key is reported', async () => {
  const path = join(folder, 'other.pem');
  const made = await keptAuthority(path, clock, 'n1');
  expect(await keptAuthority(path, clock, 'n2')).toEqual(made);
  expect(statSync(`${path}.key`).mode & 0o777).toBe(0o600);
  const alone = join(folder, 'alone.pem');
  writeFileSync(alone, made.certificate);
  await expect(keptAuthority(alone, clock, 'n1')).rejects.toThrow(`its key ${alone}.key is not`);
});
