import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SetupFailed } from '../../check/setup-failed.ts';
import { TestbedConnection } from './testbed-connection.ts';

async function connected(listener: RequestListener): Promise<TestbedConnection> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = new TestbedConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
  onTestFinished(async () => {
    await connection.close();
    server.closeAllConnections();
    server.close();
  });
  return connection;
}

test('an answer is read with its status and as JSON, and the token goes with the request', async () => {
  const connection = await connected((request, response) =>
    response.writeHead(201).end(JSON.stringify({ token: request.headers['x-testbed-token'] })),
  );
  expect(await connection.send('POST', '/accounts', {})).toMatchObject({ status: 201, json: { token: 'token' } });
});

test('an answer without end is cut, whatever fits into the memory', async () => {
  const connection = await connected((_request, response) => {
    const piece = Buffer.alloc(1024 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  await expect(connection.need('GET', '/')).rejects.toThrow('more than 16 MiB came');
});

test('a refusal fails the set-up, and one that may pass disturbs it', async () => {
  const refusing = (status: number) => connected((_request, response) => response.writeHead(status).end('no'));
  await expect((await refusing(404)).need('GET', '/')).rejects.toThrow(SetupFailed);
  await expect((await refusing(503)).need('GET', '/')).rejects.not.toThrow(SetupFailed);
});
