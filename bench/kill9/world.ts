import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openReceiver } from '../../simulator/src/testing/receiver.fixture.ts';
import { clock } from '../clock.ts';

/** What lies around the gateway and outlives its kills: an endpoint that serves its models, and a webhook receiver. */
export interface World {
  /** Base URL of the endpoint. */
  readonly endpointUrl: string;
  /** How often the endpoint was asked for each prompt. */
  readonly calls: Map<string, number>;
  readonly receiver: Awaited<ReturnType<typeof openReceiver>>;
  close(): Promise<void>;
}

const png = Buffer.from('iVBORw0KGgo=', 'base64').toString('base64');
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export async function openWorld(): Promise<World> {
  const calls = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    const prompt: string = body.prompt ?? body.messages[0].content;
    const count = (calls.get(prompt) ?? 0) + 1;
    calls.set(prompt, count);
    // Some answers come at once and some after a while, so that kills meet work under way.
    const delayMs = [0, 0, 5, 20, 50][prompt.length % 5] ?? 0;
    clock.after(delayMs, () => answer(response, body, `${prompt} #${count}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = await openReceiver();
  return {
    endpointUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    receiver,
    close: () => Promise.all([closed(server), receiver.close()]).then(() => undefined),
  };
}

function answer(response: ServerResponse, body: { readonly stream?: boolean }, content: string): void {
  if ('prompt' in body) send(response, 'application/json', JSON.stringify({ data: [{ b64_json: png }] }));
  else if (body.stream === true) {
    const chunks = [{ delta: { content } }, { delta: {}, finish_reason: 'stop' }];
    const events = chunks.map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    send(response, 'text/event-stream', `${events.join('')}data: [DONE]\n\n`);
  } else {
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    send(response, 'application/json', JSON.stringify({ choices: [choice], usage }));
  }
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type }).end(text);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
}
