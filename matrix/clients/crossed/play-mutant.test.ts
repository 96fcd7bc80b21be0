import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { cross } from './cross.ts';
import { playMutant } from './play-mutant.ts';

const error = { code: 'snapshot_expired', kind: 'unavailable', message: 'Later.' };
const completion = { choices: [{ message: { content: 'Fine.' } }] };

/** What the caller of a mutant is answered twice by a service whose first answer of all is an error, and how many requests that took. */
async function play(id: string) {
  const mutant = cross.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`there is no ${id}`);
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''));
    response.writeHead(bodies.length === 1 ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(bodies.length === 1 ? { error } : completion));
  }).listen(0);
  await once(server, 'listening');
  let acts = 0;
  const driver = playMutant(mutant, () => {
    acts += 1;
  });
  const call = () =>
    driver.call(
      {
        op: 'chat',
        base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        api_key: 'sk',
        prefix: 'svc',
        params: { model: 'acme/talker', messages: [{ role: 'user', content: 'hi' }] },
      },
      5_000,
    );
  const answers = [await call(), await call()];
  await driver.close();
  server.closeAllConnections();
  server.close();
  const models = bodies.map((body) => (JSON.parse(body) as { model?: string }).model);
  return { contents: answers.map((one) => (one.ok ? one.result.content : one.error.code)), models, acts };
}

test('a mutant that does nothing here leaves the client good', async () => {
  const { contents, models, acts } = await play('asked-submissions/params.model/cut/always');
  expect([contents, models.length, acts]).toEqual([['Fine.', 'Fine.'], 3, 0]);
});

test('a mutant of the second call, or of what comes after a retry, leaves the rest', async () => {
  const { models } = await play('asked-chats/params.model/cut/second');
  expect(models).toEqual(['acme/talker', 'acme/talker', 'acme/talke']);
  const later = await play('asked-chats/params.model/cut/after-retry');
  expect([later.models, later.acts]).toEqual([['acme/talker', 'acme/talker', 'acme/talke'], 1]);
});

test('a command of an error acts when that error has come', async () => {
  const { contents, models } = await play('error-not-again/chat.snapshot_expired/not-again/always');
  expect([contents, models.length]).toEqual([['snapshot_expired', 'Fine.'], 2]);
});
