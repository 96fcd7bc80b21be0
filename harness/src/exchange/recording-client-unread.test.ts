import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { answerWith, rawServer } from './raw-server.fixture.ts';
import { createExchangeIds, createRecorder } from './recorder.ts';
import { RecordingClient } from './recording-client.ts';
import type { WireRequest } from './wire-request.ts';

function openClient() {
  const client = new RecordingClient({ clock: startRunClock() });
  const recorder = createRecorder(createExchangeIds());
  onTestFinished(() => client.close());
  const send = (url: string, wire: Partial<WireRequest> = {}) =>
    client.send({ method: 'GET', url, headers: [], body: new Uint8Array(), limitMs: 5_000, ...wire }, recorder);
  return { client, send, recorder };
}

test('a request that is misread behind a refused body is sent again alone, and so are all others from then on', async () => {
  const spoilt = new WeakSet<Socket>();
  // Answers PUT without reading its body, which is taken for the beginning of the next request.
  const server = await rawServer((socket, piece) => {
    if (spoilt.has(socket)) socket.write(answerWith(501, 'Unsupported method'));
    else if (piece.startsWith('PUT')) socket.write(answerWith(405, 'no'));
    else socket.write(answerWith(200, 'ok'));
    if (piece.startsWith('PUT')) spoilt.add(socket);
  });
  const { client, send, recorder } = openClient();
  const put = { method: 'PUT', body: Buffer.from('{"a":1}') };
  const statuses: (number | undefined)[] = [];
  for (const wire of [put, {}, put, {}]) statuses.push((await send(server.url, wire)).response?.status);
  expect(statuses).toEqual([405, 200, 405, 200]);
  expect(client.unreadBodies.found).toMatchObject({
    refused: { response: { status: 405 } },
    misread: { response: { status: 501 } },
    alone: { response: { status: 200 } },
  });
  expect(recorder.exchanges().map(({ id, response }) => [id, response?.status])).toEqual([
    ['x1', 405],
    ['x2', 200],
    ['x3', 405],
    ['x4', 200],
  ]);
  expect([client.requestsSent, server.connections()]).toEqual([5, 4]);
});

test('a request that is refused alone too stays as it was answered, and connections are kept', async () => {
  const server = await rawServer((socket, piece) =>
    socket.write(answerWith(piece.startsWith('PUT') ? 405 : 501, 'no')),
  );
  const { client, send } = openClient();
  for (let count = 0; count < 4; count += 1) {
    await send(server.url, { method: 'PUT', body: Buffer.from('{}') });
    await send(server.url);
  }
  expect([client.unreadBodies.found, client.requestsSent, server.connections()]).toEqual([undefined, 10, 3]);
});
