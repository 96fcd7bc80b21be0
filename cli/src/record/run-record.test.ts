import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUpstreamServer } from '@gateproof/upstreams';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PythonGateway, startPythonGateway } from '../../../matrix/proxied/python-gateway.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command that listens while `talk` goes on, and returns what it printed. */
async function during(args: readonly string[], talk: (url: string) => Promise<unknown>) {
  const { context, stdout, stderr, interrupt } = recordedContext();
  const ended = runCli([...args], context);
  const url = await vi.waitFor(() => {
    const found = /(?:recorder at|listens at) (http:\S+?),?\s/.exec(stderr() + stdout())?.[1];
    if (found === undefined) throw new Error(`it does not listen yet: ${stderr()}`);
    return found;
  }, 30_000);
  try {
    await talk(url);
  } finally {
    interrupt();
  }
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

describe('the gateway in Python, recorded and played to `openai`', () => {
  let gateway: PythonGateway;
  let apiKey: string;
  let model: string;
  let painter: string;
  const server = openUpstreamServer();
  beforeAll(async () => {
    gateway = await startPythonGateway();
    const arrange = async (path: string, body: object) => {
      const answer = await fetch(`${gateway.url}/testbed${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
      return (await answer.json()) as { id: string; key: { secret: string } };
    };
    const account = await arrange('/accounts', { credit_usd: 5 });
    apiKey = account.key.secret;
    const { url } = (await server).add();
    const add = (modality: string) => arrange(`/accounts/${account.id}/models`, { modality, endpoints: [url] });
    [{ id: model }, { id: painter }] = [await add('text'), await add('image')];
  });
  afterAll(async () => {
    gateway.close();
    await (await server).close();
  });

  /** What an unmodified client makes of everything that a cassette can hold. */
  async function talk(url: string): Promise<object> {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Say "naïve".' }];
    const completion = await client.chat.completions.create({ model, messages });
    const pieces: unknown[] = [];
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
      pieces.push(chunk);
    const refusal = await client.chat.completions
      .create({ model: 'no/such', messages })
      .catch((error: unknown) => error);
    const models = [];
    for await (const listed of client.models.list()) models.push(listed);
    const job = await client.post<{ id: string }>('/images/generations', {
      body: { model: painter, prompt: 'a lake' },
    });
    const reads = [await client.get(`/jobs/${job.id}`), await client.get(`/jobs/${job.id}`)];
    expect(refusal).toBeInstanceOf(OpenAI.APIError);
    return { completion, pieces, models, job, reads, refused: (refusal as InstanceType<typeof OpenAI.APIError>).error };
  }

  test.each(['cassette.yaml', 'cassette.json'])('%s', async (name) => {
    const path = join(folder, name);
    let heard: object | undefined;
    const recorded = await during(['record', '--target', gateway.url, '--cassette', path], async (url) => {
      heard = await talk(url);
    });
    expect(recorded.code).toBe(0);
    expect(recorded.stdout).toContain(`exchanges are in ${path}`);
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain(apiKey);
    const played = ['simulate', '--port', '0', '--cassette', path, '--cassette-only', '--no-cassette-pauses'];
    await during(played, async (url) => {
      expect(await talk(url)).toEqual(heard);
      expect(heard).toMatchObject({
        completion: { object: 'chat.completion' },
        models: [{}, {}],
        job: { state: 'queued' },
      });
      const unknown = await fetch(`${url}/v1/models/no/such`);
      expect(await unknown.text()).toContain('No recorded exchange fits this request.');
    });
  });
});

test.each([
  [['--cassette', 'c.yaml'], 'a recorder needs the gateway that it stands in front of: --target URL', 2],
  [['--target', 'http://127.0.0.1:9'], 'a recorder needs the file that it writes: --cassette FILE', 2],
  [['--target', 'http://127.0.0.1:9', '--cassette', folder], 'it is a directory', 2],
  [
    ['--target', 'http://127.0.0.1:9', '--cassette', join(folder, 'c.yaml')],
    'cannot connect to http://127.0.0.1:9/',
    4,
  ],
])('record %j ends with one line', async (flags, message, code) => {
  const { context, stderr } = recordedContext();
  expect(await runCli(['record', ...flags], context)).toBe(code);
  expect(stderr()).toContain(message);
});

test('a cassette that is there already is kept, and nothing is written where nothing came', async () => {
  const kept = join(folder, 'kept.yaml');
  writeFileSync(kept, 'mine');
  const { context, stderr } = recordedContext();
  expect(await runCli(['record', '--target', 'http://127.0.0.1:9', '--cassette', kept], context)).toBe(2);
  expect(stderr()).toContain('is there already; add --force');
  const target = createServer().listen(0, '127.0.0.1');
  await once(target, 'listening');
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const { code, stderr: said } = await during(
    ['record', '--target', url, '--cassette', kept, '--force'],
    async () => undefined,
  );
  target.close();
  expect(code).toBe(3);
  expect(said).toContain('no exchange was recorded');
  expect(readFileSync(kept, 'utf8')).toBe('mine');
});
