/**
 * A client that keeps every rule, written with plain fetch, and its driver: JSON lines in, JSON lines out. Run it with
 * `npx gateproof client -- node examples/drivers/fetch-driver.ts`. No dependency.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createInterface } from 'node:readline';

type JsonObject = Record<string, unknown>;
interface Request {
  id: number;
  op: string;
  base_url: string;
  api_key: string;
  prefix: string;
  idempotency_key?: string;
  params: JsonObject;
  /** Fires when the caller gives the call up. */
  signal: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An error as the service sent it. */
class ServiceError extends Error {
  readonly sent: JsonObject;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(sent: JsonObject, status?: number, retryAfterMs?: number) {
    super(String(sent.message ?? 'failed'));
    this.sent = sent;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

const retries: Record<string, number> = { rate_limit: 3, unavailable: 3, timeout: 3, unknown: 1 };

function errorOf(response: Response, text: string, prefix: string): ServiceError {
  let error: JsonObject | undefined;
  try {
    error = JSON.parse(text)?.error;
  } catch {
    // Reported below as what it is: no envelope.
  }
  const seconds = Number(response.headers.get('retry-after'));
  const waitMs = response.headers.has('retry-after') && seconds >= 0 ? seconds * 1000 : undefined;
  const sent: JsonObject =
    typeof error === 'object' && error !== null ? error : { message: `status ${response.status} without an envelope` };
  const request_id = sent.request_id ?? response.headers.get(`x-${prefix}-request-id`) ?? undefined;
  return new ServiceError({ ...sent, request_id }, response.status, waitMs);
}

/** Sends a request, again where the error's kind says that this may help, each time the same. */
async function send(
  request: Request,
  method: string,
  path: string,
  body?: JsonObject,
  keyed = false,
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${request.api_key}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (keyed && request.idempotency_key !== undefined) headers['idempotency-key'] = request.idempotency_key;
  if (keyed && request.params.metadata === true) headers[`x-${request.prefix}-metadata`] = 'enabled';
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  for (let attempt = 1; ; attempt += 1) {
    const failure = await once(request, `${request.base_url}/v1${path}`, { method, headers, body: bytes ?? null });
    if (failure instanceof Response) return failure;
    const allowed =
      failure instanceof ServiceError
        ? (retries[String(failure.sent.kind)] ?? 0)
        : keyed && headers['idempotency-key']
          ? 2
          : 0;
    if (attempt > allowed || request.signal.aborted) throw failure;
    const asked = failure instanceof ServiceError ? failure.retryAfterMs : undefined;
    await pause(Math.max(asked ?? 0, 100 * 2 ** attempt));
    if (request.signal.aborted) throw failure;
  }
}

async function once({ prefix, signal }: Request, url: string, init: RequestInit): Promise<Response | Error> {
  try {
    const response = await fetch(url, { ...init, signal });
    return response.ok ? response : errorOf(response, await response.text(), prefix);
  } catch (error) {
    return error as Error;
  }
}

const json = async (response: Response) => (await response.json()) as JsonObject;

/** What a body says besides the model and its messages or inputs; a field without a value is not sent. */
const given = ({ params: { model, messages, inputs, metadata, svc, ...more }, prefix }: Request): JsonObject => ({
  ...more,
  [prefix]: svc,
});

const chatBody = (request: Request, stream: boolean): JsonObject => ({
  model: request.params.model,
  messages: request.params.messages,
  ...given(request),
  ...(stream ? { stream: true } : {}),
});

interface ToolCall {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}
interface Choices {
  choices?: {
    message?: { content?: string | null; tool_calls?: ToolCall[] | null };
    delta?: { content?: string | null; tool_calls?: ToolCall[] | null };
  }[];
}

/** What a reply says besides its text. */
const besides = (reply: JsonObject | undefined, calls: ToolCall[], prefix: string): JsonObject => ({
  metadata: reply?.[`${prefix}_metadata`],
  ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => ({ id: call.id, ...call.function })) }),
});

async function chat(request: Request): Promise<JsonObject> {
  const reply = await json(await send(request, 'POST', '/chat/completions', chatBody(request, false), true));
  const { content, tool_calls } = (reply as Choices).choices?.[0]?.message ?? {};
  return { content: content ?? '', model: reply.model, ...besides(reply, tool_calls ?? [], request.prefix) };
}

async function chatStream(request: Request): Promise<JsonObject> {
  const response = await send(request, 'POST', '/chat/completions', chatBody(request, true), true);
  let content = '';
  let withMetadata: JsonObject | undefined;
  const calls: ToolCall[] = [];
  const reader = response.body?.getReader();
  try {
    for await (const data of eventsOf(reader)) {
      if (data === '[DONE]') return { content, complete: true, ...besides(withMetadata, calls, request.prefix) };
      const chunk = JSON.parse(data);
      if (chunk.error !== undefined && chunk.error !== null) throw new ServiceError(chunk.error, 200);
      if (chunk[`${request.prefix}_metadata`] !== undefined) withMetadata = chunk;
      const { content: text, tool_calls: pieces } = (chunk as Choices).choices?.[0]?.delta ?? {};
      content += text ?? '';
      for (const piece of pieces ?? []) join(calls, piece);
    }
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
  throw new ServiceError({ message: 'the stream ended without [DONE]' }, 200);
}

/** Adds a piece of a tool call to the call that it belongs to. */
function join(calls: ToolCall[], { index = 0, id, function: piece = {} }: ToolCall): void {
  const { name = '', arguments: text = '' } = calls[index]?.function ?? {};
  const joined = { name: name + (piece.name ?? ''), arguments: text + (piece.arguments ?? '') };
  calls[index] = { ...(id === undefined ? {} : { id }), ...calls[index], function: joined };
}

/** The data of each server-sent event, whatever its line ends. */
async function* eventsOf(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  let data: string[] = [];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    text += decoder.decode(value, { stream: !done });
    for (let end = /\r\n|\n|\r(?!$)/.exec(text); end !== null; end = /\r\n|\n|\r(?!$)/.exec(text)) {
      const line = text.slice(0, end.index);
      text = text.slice(end.index + end[0].length);
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
    if (done) return;
  }
}

const jobResult = (job: JsonObject) => ({ id: job.id, state: job.state, ...(job.error ? { error: job.error } : {}) });

async function create(request: Request, path: string): Promise<JsonObject> {
  const { model, inputs } = request.params;
  const body = { model, ...(inputs as JsonObject), ...given(request) };
  return jobResult(await json(await send(request, 'POST', path, body, true)));
}

const read = async (request: Request) => json(await send(request, 'GET', `/jobs/${request.params.job_id}`));

async function waitJob(request: Request): Promise<JsonObject> {
  for (;;) {
    const job = await read(request);
    if (job.state === 'failed') throw new ServiceError(job.error as JsonObject);
    if (job.state === 'succeeded' || job.state === 'canceled') return jobResult(job);
    await pause(100);
    if (request.signal.aborted) throw new ServiceError({ message: 'the caller gave the call up' });
  }
}

async function openOutput(request: Request): Promise<JsonObject> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const job = (await read(request)) as { output?: { url?: string; url_expires_at: string }[] };
    const item = job.output?.[Number(request.params.place ?? 0)];
    if (item?.url === undefined) throw new ServiceError({ message: 'the output is purged' });
    if (Date.parse(item.url_expires_at) <= Date.now()) continue;
    const response = await fetch(item.url);
    if (response.ok) return { bytes: (await response.arrayBuffer()).byteLength };
  }
  throw new ServiceError({ message: 'no link opens' });
}

function verifyWebhook({ params }: Request): JsonObject {
  const body = Buffer.from(String(params.body_base64), 'base64');
  const entries = String(params.signature ?? '')
    .split(',')
    .map((entry) => entry.trim().split('=') as [string, string?]);
  const t = entries.find(([name]) => name === 't')?.[1] ?? '';
  const nowS = Math.floor(Date.now() / 1000);
  if (!/^\d{1,12}$/.test(t) || Math.abs(Number(t) - nowS) > 300) return { valid: false };
  const given = entries.filter(([name]) => name === 'v1').map(([, value]) => Buffer.from(value ?? ''));
  const wanted = (params.secrets as string[]).map((secret) =>
    Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')),
  );
  return {
    valid: wanted.some((right) =>
      given.some((value) => value.length === right.length && timingSafeEqual(value, right)),
    ),
  };
}

const operations: Record<string, (request: Request) => Promise<JsonObject> | JsonObject> = {
  chat,
  chat_stream: chatStream,
  create_image: (request) => create(request, '/images/generations'),
  create_transcription: (request) => create(request, '/audio/transcriptions'),
  get_job: async (request) => jobResult(await read(request)),
  wait_job: waitJob,
  cancel_job: async (request) =>
    jobResult(await json(await send(request, 'POST', `/jobs/${request.params.job_id}/cancel`))),
  open_output: openOutput,
  list_models: async (request) => ({
    ids: ((await json(await send(request, 'GET', '/models'))).data as JsonObject[]).map(({ id }) => id),
  }),
  get_model: async (request) => {
    const { id, modality } = await json(await send(request, 'GET', `/models/${request.params.model}`));
    return { id, modality };
  },
  verify_webhook: verifyWebhook,
};

const hello = {
  protocol: 'gateproof-driver/1',
  name: 'fetch',
  operations: Object.keys(operations),
  features: [
    ...['concurrent', 'abort', 'metadata', 'tools', 'max_tokens', 'max_completion_tokens', 'temperature'],
    ...['response_format', 'provider', 'svc', 'retry_of', 'submission_models'],
  ],
};
/** What gives up the calls under way, by their ids. */
const underWay = new Map<number, AbortController>();

async function answer(request: Request): Promise<JsonObject> {
  const { id, op } = request;
  if (op === 'hello') return { id, ok: true, result: hello };
  if (op === 'abort') {
    underWay.get(Number(request.params.request))?.abort();
    return { id, ok: true, result: {} };
  }
  try {
    const operation = operations[op];
    if (operation === undefined) throw new Error(`no operation ${op}`);
    return { id, ok: true, result: await operation(request) };
  } catch (error) {
    const { code, kind, message, request_id } =
      error instanceof ServiceError ? error.sent : { message: (error as Error).message };
    const status = error instanceof ServiceError ? error.status : undefined;
    return { id, ok: false, error: JSON.parse(JSON.stringify({ code, kind, message, request_id, status })) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (request.op === 'close') break;
  const abort = new AbortController();
  underWay.set(request.id, abort);
  void answer({ ...request, signal: abort.signal }).then((reply) => {
    underWay.delete(request.id);
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  });
}
process.exit(0);
