import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Begins a prompt whose answer stays open: a stream after its first content, a job until its account is released. */
export const held = 'held';

/** An endpoint that says each prompt again, so that an answer in the wrong place shows. */
export interface SoakEndpoint {
  readonly url: string;
  /** Answers that are open now. */
  open(): number;
  /** Answers the jobs that are held, and those to come at once, whose prompts contain this word. */
  release(word: string): void;
  close(): Promise<void>;
}

interface Asked {
  readonly prompt?: string;
  readonly messages?: readonly { readonly content: string }[];
  readonly stream?: boolean;
}

const png = 'iVBORw0KGgo=';
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export async function openSoakEndpoint(): Promise<SoakEndpoint> {
  const open = new Map<ServerResponse, string>();
  const released = new Set<string>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body: Asked = JSON.parse(Buffer.concat(pieces).toString());
    const prompt = body.prompt ?? body.messages?.[0]?.content ?? '';
    open.set(response, prompt);
    response.once('close', () => open.delete(response));
    const isHeld = prompt.startsWith(held) && ![...released].some((word) => prompt.includes(word));
    if (body.stream === true) sendStream(response, prompt, isHeld);
    else if (body.prompt === undefined) sendReply(response, prompt);
    else if (!isHeld) sendImage(response);
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open.size,
    release(word) {
      released.add(word);
      for (const [response, prompt] of open) if (prompt.includes(word) && !response.headersSent) sendImage(response);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const sendImage = (response: ServerResponse) => sendJson(response, { data: [{ b64_json: png }] });

function sendReply(response: ServerResponse, content: string): void {
  sendJson(response, {
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  });
}

function sendStream(response: ServerResponse, content: string, isHeld: boolean): void {
  const event = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event({ delta: { content } }));
  if (!isHeld) response.end(`${event({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
}
