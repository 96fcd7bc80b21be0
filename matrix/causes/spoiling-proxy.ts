import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, objectIn, type Spoil, type WholeAnswer } from './spoil.ts';

/** Of one connection only. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

export interface SpoilingProxy {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A proxy before the gateway at `targetUrl` that spoils its answers in these ways, and passes all else on as it comes. */
export async function startSpoilingProxy(targetUrl: string, spoils: readonly Spoil[]): Promise<SpoilingProxy> {
  const { hostname, port } = new URL(targetUrl);
  const server = createServer((incoming, answer) => {
    void bodyOf(incoming)
      .then((body) => {
        const headers = { ...incoming.headers, host: `${hostname}:${port}` };
        delete headers['transfer-encoding'];
        const { method = 'GET', url: path = '/' } = incoming;
        const sent = request({ hostname, port, method, path, agent: false, headers }, (came) => {
          const asked: Asked = { method, path: path.split('?')[0] ?? path, json: objectIn(body.toString()) ?? {} };
          void relay(came, answer, { asked, spoils }).catch(() => answer.destroy());
        });
        sent.on('error', () => answer.destroy());
        answer.on('close', () => sent.destroy());
        sent.end(body);
      })
      .catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Relayed {
  readonly asked: Asked;
  readonly spoils: readonly Spoil[];
}

async function relay(came: IncomingMessage, answer: ServerResponse, { asked, spoils }: Relayed): Promise<void> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(came.headers))
    if (!hopHeaders.includes(name) && value !== undefined) headers[name] = String(value);
  const status = came.statusCode ?? 500;
  if (headers['content-type']?.startsWith('text/event-stream') === true) {
    const streamType = spoils.findLast((spoil) => spoil.streamType !== undefined)?.streamType;
    answer.writeHead(status, { ...headers, ...(streamType === undefined ? {} : { 'content-type': streamType }) });
    answer.flushHeaders();
    await relayEvents(came, answer, (data) =>
      spoils.reduce<readonly string[]>(
        (all, { event }) => (event ? all.flatMap((one) => event(one, asked)) : all),
        [data],
      ),
    );
    return;
  }
  const bytes = await bodyOf(came);
  const text = bytes.toString();
  const given: WholeAnswer = { status, headers, body: text };
  const spoilt = spoils.reduce((seen, { whole }) => whole?.(seen, asked) ?? seen, given);
  const body = spoilt.body === text ? bytes : Buffer.from(spoilt.body);
  answer.writeHead(spoilt.status, { ...spoilt.headers, 'content-length': body.length });
  answer.end(body);
}

/** A stream that is cut is cut for the client too. */
async function relayEvents(
  came: IncomingMessage,
  answer: ServerResponse,
  change: (data: string) => readonly string[],
): Promise<void> {
  let rest = Buffer.alloc(0);
  const send = (block: Buffer) => {
    const text = block.toString();
    const data = /^data: ?([^\n]*)\n\n$/.exec(text)?.[1];
    answer.write(
      data === undefined
        ? block
        : change(data)
            .map((one) => `data: ${one}\n\n`)
            .join(''),
    );
  };
  for await (const piece of came) {
    rest = Buffer.concat([rest, piece as Buffer]);
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      send(rest.subarray(0, end + 2));
      rest = rest.subarray(end + 2);
    }
  }
  answer.end(rest);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
