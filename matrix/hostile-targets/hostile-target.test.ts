import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { FaultProfile } from './fault-profile.ts';
import { HostileTarget } from './hostile-target.ts';
import { legalFaultProfiles } from './legal-fault-profiles.ts';

async function aTarget(profile: Partial<FaultProfile> = {}): Promise<HostileTarget> {
  const target = await HostileTarget.open({ id: 'a', summary: 'a', exits: [0], ...profile }, 1);
  onTestFinished(() => target.close());
  return target;
}

function chat(target: HostileTarget, stream = false) {
  return request(`${target.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.defaultKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gateproof/echo', messages: [{ role: 'user', content: 'hello' }], stream }),
  });
}

/** All bytes of the answer to one raw request on a connection of its own. */
async function rawAnswer(target: HostileTarget, text: string): Promise<string> {
  const socket = connect(Number(new URL(target.baseUrl).port), '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
}

const listModels = (key: string) => `GET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

test.each(legalFaultProfiles.filter(({ receive, delayMs }) => receive === undefined && delayMs === undefined))(
  'a client is served through a target that $summary',
  async (profile) => {
    const target = await aTarget(profile);
    const answer = await chat(target);
    expect(await answer.body.json()).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
    const stream = await (await chat(target, true)).body.text();
    expect(stream).toContain('data: [DONE]');
  },
);

test('in HTTP/1.0 the end of the connection ends an answer', async () => {
  const target = await aTarget({ wire: { version: '1.0', framing: 'until-close' } });
  const answer = await rawAnswer(target, listModels(target.defaultKey));
  expect(answer).toMatch(/^HTTP\/1\.0 200 /);
  expect(answer).not.toMatch(/content-length|transfer-encoding/i);
});

test('headers are written as the wire says', async () => {
  const wire = { headerName: (name: string) => name.toUpperCase(), reason: '', closes: true };
  const target = await aTarget({ wire });
  expect(await rawAnswer(target, listModels(target.defaultKey))).toMatch(
    /^HTTP\/1\.1 200 \r\n[\s\S]*CONTENT-TYPE: application\/json/,
  );
});

test('what is no HTTP is refused with the envelope', async () => {
  expect(await rawAnswer(await aTarget(), 'not http\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"invalid_request"/);
});

test.each(['before', 'after', 'within'] as const)(
  'a connection that is dropped %s the answer is lost',
  async (when) => {
    const target = await aTarget({ receive: () => ({ kind: 'drop', when }) });
    await expect(chat(target, true).then((answer) => answer.body.text())).rejects.toThrow();
  },
);

test('answers are remembered by their key', async () => {
  const target = await aTarget({ remember: ({ body }) => body.toString() });
  const [first, second] = [await (await chat(target)).body.text(), await (await chat(target)).body.text()];
  expect(second).toBe(first);
});

test('testbed operations pass as they are, and are no visits', async () => {
  const numbers: number[] = [];
  const target = await aTarget({
    receive({ number }) {
      numbers.push(number);
      return { kind: 'serve' };
    },
  });
  expect((await request(`${target.baseUrl}/_testbed/v1/`)).statusCode).toBe(200);
  await (await chat(target)).body.dump();
  expect(numbers).toEqual([1]);
});

test('a target that restarts refuses connections, and comes back without what it had', async () => {
  const target = await aTarget({
    receive: ({ number }) => (number === 2 ? { kind: 'restart', awayMs: 1, losesState: true } : { kind: 'serve' }),
  });
  const made = await request(`${target.baseUrl}/_testbed/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { key } = (await made.body.json()) as { key: { secret: string } };
  const listed = () => request(`${target.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${key.secret}` } });
  expect((await listed()).statusCode).toBe(200);
  await expect(listed()).rejects.toThrow();
  await expect
    .poll(() =>
      listed().then(
        ({ statusCode }) => statusCode,
        () => 0,
      ),
    )
    .toBe(401);
});

test('a target that has exited refuses connections', async () => {
  const target = await aTarget({ receive: () => ({ kind: 'exit' }) });
  await expect(chat(target)).rejects.toThrow();
  await expect(chat(target)).rejects.toThrow('ECONNREFUSED');
});
