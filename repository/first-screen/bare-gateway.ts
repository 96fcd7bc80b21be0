import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const models = ['toy/small', 'toy/large'];
const created = 1_767_225_600;

export interface BareGateway {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts a small server of the common chat API as one writes it in an afternoon: a bare list of models, and mistakes. */
export async function startBareGateway(): Promise<BareGateway> {
  const key = 'sk-toy-0001';
  const server = createServer((request, response) => void answer(request, response, key));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
  const body = await text(request);
  const { authorization } = request.headers;
  if (authorization === undefined) refuse(response, 401, 'missing_key');
  else if (authorization !== `Bearer ${key}`) refuse(response, 403, 'unknown_key');
  else if (request.url === '/v1/models') {
    sendJson(response, 200, { data: models.map((id) => ({ id, object: 'model', created, owned_by: 'toy' })) });
  } else if (request.url === '/v1/chat/completions' && request.method === 'POST') chat(body, response);
  else refuse(response, 404, 'not_found');
}

function chat(body: string, response: ServerResponse): void {
  const { model, messages, stream } = parsed(body);
  if (!models.includes(String(model))) refuse(response, 404, 'not_found');
  else if (!Array.isArray(messages)) refuse(response, 400, 'invalid_request');
  else if (stream === true) sendStream(response, model);
  else {
    const choice = { index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    sendJson(response, 200, { id: 'chat-1', object: 'chat.completion', created, model, choices: [choice], usage });
  }
}

function sendStream(response: ServerResponse, model: unknown): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const deltas = [{ role: 'assistant', content: 'Hello' }, { content: ' there' }, {}];
  for (const [index, delta] of deltas.entries()) {
    const choice = { index: 0, delta, finish_reason: index === deltas.length - 1 ? 'stop' : null };
    const chunk = { id: `chat-${index}`, object: 'chat.completion.chunk', created, model, choices: [choice] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end();
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  sendJson(response, status, { error: { code, message: `refused: ${code}`, type: 'error' } });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
