import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Model endpoints for all parties: what one answers follows from its path and the prompt alone. */
export interface Endpoint {
  /** Serves; some prompts ask for trouble. */
  readonly serving: string;
  /** Answers 500. */
  readonly broken: string;
  close(): Promise<void>;
}

interface Sent {
  readonly prompt?: string;
  readonly audio_url?: string;
  readonly messages?: readonly { readonly content?: unknown }[];
  readonly stream?: boolean;
}

const png = 'iVBORw0KGgo=';
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const statuses: Readonly<Record<string, number>> = { 'fail 500': 500, 'fail 429': 429 };

export async function openEndpoint(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const sent: Sent = JSON.parse(Buffer.concat(pieces).toString());
    const prompt = String(sent.prompt ?? sent.audio_url ?? sent.messages?.[0]?.content ?? '');
    const status = request.url?.startsWith('/broken') === true ? 500 : statuses[prompt];
    if (status !== undefined) sendJson(response, status, { error: { message: 'on purpose', type: 'server_error' } });
    else if (sent.audio_url !== undefined) sendJson(response, 200, { text: prompt });
    else if (sent.prompt !== undefined)
      sendJson(response, 200, { data: prompt === 'empty' ? [] : [{ b64_json: png }] });
    else reply(response, sent.stream === true, prompt === 'empty' ? '' : prompt);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    serving: `${base}/serving`,
    broken: `${base}/broken`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function reply(response: ServerResponse, isStream: boolean, content: string): void {
  if (!isStream) {
    const message = { role: 'assistant', content };
    sendJson(response, 200, { choices: content === '' ? [] : [{ index: 0, message, finish_reason: 'stop' }], usage });
    return;
  }
  const chunks = content === '' ? [] : [{ delta: { content } }, { delta: {}, finish_reason: 'stop' }];
  const events = chunks.map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events.join('')}data: [DONE]\n\n`);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
