import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { createExchangeIds, createRecorder } from '../exchange/recorder.ts';
import { RecordingClient, type TlsMaterial } from '../exchange/recording-client.ts';
import { makeCertificates } from '../receiver/certificates.ts';
import { reach } from './reach.ts';

const clock = startRunClock();

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What reaching it is refused with; undefined: it was reached. */
async function refusal(baseUrl: string, tls: TlsMaterial = {}): Promise<string | undefined> {
  const client = new RecordingClient({ clock, tls });
  onTestFinished(() => client.close());
  const recorder = createRecorder(createExchangeIds());
  const probe = (url: string) =>
    client.send(
      { method: 'GET', url: `${url}/v1/models`, headers: [], body: new Uint8Array(), limitMs: 3_000 },
      recorder,
    );
  return reach(baseUrl, probe).then(
    () => undefined,
    (error: Error) => {
      expect(error.name).toBe('UnreachableError');
      expect(error.message).not.toContain('\n');
      return error.message;
    },
  );
}

async function secureServer(addresses = ['127.0.0.1']): Promise<{ readonly port: number; readonly ca: string }> {
  const { ca, certificate, key } = await makeCertificates(['localhost'], addresses, clock.wallMs(), 'r-1');
  const server = createServer({ key, cert: certificate }, (_request, response) => response.end('{}'));
  return { port: await listen(server), ca };
}

const plainServer = () => listen(createPlainServer((_request, response) => response.writeHead(401).end('{}')));

test('whatever answers HTTP is reached', async () => {
  expect(await refusal(`http://127.0.0.1:${await plainServer()}`)).toBeUndefined();
  const { port, ca } = await secureServer();
  expect(await refusal(`https://127.0.0.1:${port}`, { ca })).toBeUndefined();
});

test('https:// to a port that speaks plain HTTP', async () => {
  const port = await plainServer();
  expect(await refusal(`https://127.0.0.1:${port}/api`)).toBe(
    `https://127.0.0.1:${port}/api speaks plain HTTP at that port; did you mean http://127.0.0.1:${port}/api?`,
  );
});

/** A port that passes TLS on and refuses anything else in words, as common servers do. */
function refusesInWords(securePort: number): Promise<number> {
  const refused =
    'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis is an HTTPS server.';
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (first) => {
        if (first[0] !== 0x16) return void socket.end(refused);
        const secure = connect(securePort, '127.0.0.1', () => secure.write(first)).on('error', () => undefined);
        socket.pipe(secure).pipe(socket);
      });
    }),
  );
}

test('http:// to a port that speaks HTTPS, whether it closes the connection or refuses in words', async () => {
  const secure = await secureServer();
  for (const port of [secure.port, await refusesInWords(secure.port)]) {
    expect(await refusal(`http://127.0.0.1:${port}`)).toBe(
      `http://127.0.0.1:${port} speaks HTTPS at that port; did you mean https://127.0.0.1:${port}?`,
    );
  }
});

test('a 400 of an API over plain HTTP is an answer', async () => {
  const json = createPlainServer((_request, response) => response.writeHead(400).end('{"error":{}}'));
  const text = createPlainServer((_request, response) => response.writeHead(400).end('bad request'));
  expect(await refusal(`http://127.0.0.1:${await listen(json)}`)).toBeUndefined();
  expect(await refusal(`http://127.0.0.1:${await listen(text)}`)).toBeUndefined();
});

test('a certificate of an authority that nobody knows, and one for another host', async () => {
  const { port } = await secureServer();
  expect(await refusal(`https://127.0.0.1:${port}`)).toMatch(
    /^the certificate of https:\S+ is signed by an authority that this machine does not know; trust its authority: tls: \{ ca: ca\.pem \} in the profile, or NODE_EXTRA_CA_CERTS=ca\.pem/,
  );
  const other = await secureServer(['192.0.2.1']);
  expect(await refusal(`https://127.0.0.1:${other.port}`, { ca: other.ca })).toMatch(
    /is for another host; use a name that it bears$/,
  );
});

test('nothing, and something that is no HTTP', async () => {
  expect(await refusal('http://127.0.0.1:1')).toMatch(/^cannot connect to http:\/\/127\.0\.0\.1:1 \(.*ECONNREFUSED/);
  const garbage = createTcpServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-x\r\n'));
  expect(await refusal(`http://127.0.0.1:${await listen(garbage)}`)).toMatch(
    /does not speak HTTP .*is the port right\?/,
  );
});

test('a target that closes each connection is there: what it is worth is not said here', async () => {
  const closing = createTcpServer((socket) => socket.on('error', () => undefined).destroy());
  expect(await refusal(`http://127.0.0.1:${await listen(closing)}`)).toBeUndefined();
});
