import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** How a small server of the common chat API differs from the plainest one. */
export interface Toy {
  /** What `GET /v1/models` answers with 200. Default: one model, as bare as the common API lists it. */
  readonly list?: unknown;
  /** Models that serve a chat; the others are refused with 404. Default: those of the default list. */
  readonly serves?: readonly string[];
  /** A field of chats that it refuses. Default: none. */
  readonly refuses?: string;
  /** Path before `/v1`. Default: none. */
  readonly path?: string;
  /** Answers in the place of the toy; false: the toy answers. */
  answer?(request: IncomingMessage, response: ServerResponse): boolean;
}

export const toyKey = 'sk-toy-0001';
const bare = (id: string) => ({ id, object: 'model', created: 1_686_935_002, owned_by: 'toy' });
/** A list with nothing but what the common API has. */
export const bareList = (...ids: readonly string[]) => ({ object: 'list', data: ids.map(bare) });

/** Sends JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Starts a toy for one test and returns its base URL, without its path. */
export async function toyGateway(toy: Toy = {}): Promise<string> {
  return listen((request, response) => {
    if (toy.answer?.(request, response) !== true) void answer(request, response, toy);
  });
}

/** Starts a server for one test and returns its URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  sendJson(response, status, {
    error: { message: `refused: ${code}`, type: 'invalid_request_error', param: null, code },
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, toy: Toy): Promise<void> {
  const { list = bareList('toy-small'), path = '' } = toy;
  const body = await text(request);
  const route = `${request.method} ${request.url}`;
  const isThere = request.url?.startsWith(`${path}/v1/`) === true;
  if (isThere && request.headers.authorization !== `Bearer ${toyKey}`) refuse(response, 401, 'invalid_api_key');
  else if (route === `GET ${path}/v1/models`) sendJson(response, 200, list);
  else if (route === `POST ${path}/v1/chat/completions`) chat(body, response, toy);
  else refuse(response, 404, 'not_found');
}

function chat(body: string, response: ServerResponse, { serves = ['toy-small'], refuses = '' }: Toy): void {
  const { model, messages, stream, [refuses]: refused } = parsed(body);
  const shared = { id: 'chatcmpl-1', created: 1_700_000_000, model };
  if (typeof model !== 'string' || !Array.isArray(messages)) refuse(response, 400, 'invalid_request');
  else if (!serves.includes(model)) refuse(response, 404, 'model_not_found');
  else if (refused !== undefined) refuse(response, 400, `${refuses} is not supported by ${model}`);
  else if (stream === true) sendStream(response, shared);
  else {
    const choice = { index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    sendJson(response, 200, { ...shared, object: 'chat.completion', choices: [choice], usage });
  }
}

function sendStream(response: ServerResponse, shared: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const delta of [{ role: 'assistant' }, { content: 'Hello.' }]) {
    const chunk = { ...shared, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
