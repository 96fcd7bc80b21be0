import { AsyncLocalStorage } from 'node:async_hooks';
import type { Driver } from '@gateproof/harness';
import type { DriverAnswer, DriverOperation, JsonObject } from '@gateproof/spec';
import { clock } from '../../clock.ts';
import { startClient } from '../client-under-test.ts';
import { referenceClient } from '../reference-client.ts';
import { dataOf, EventEditor, type EventsOut } from './edit-events.ts';
import type { Border } from './fields.ts';
import { moments } from './moments.ts';
import type { Edit, Mutant, Play, SentRequest, Talk } from './mutant.ts';

type Messages = Map<string, JsonObject>;
type Client = { calls: number; hasRetried: boolean; readonly messages: Messages; readonly kept: Map<string, unknown> };
type Running = Talk & { readonly client: Client; readonly messages: Messages; isOver: boolean };

/** The good client with a mutant at its borders. `acted` is called whenever something is changed. */
export const playMutant = (mutant: Mutant, acted: () => void): Driver => new Player(mutant, acted).driver();

class Player {
  readonly #mutant: Mutant;
  readonly #acted: () => void;
  readonly #calls = new AsyncLocalStorage<Running>();
  readonly #clients = new Map<string, Client>();
  readonly #running = new Set<Running>();
  readonly #inner: Driver;

  constructor(mutant: Mutant, acted: () => void) {
    this.#mutant = mutant;
    this.#acted = acted;
    this.#inner = startClient(referenceClient, (url, init) => this.#wire(String(url), init));
  }

  driver(): Driver {
    const { description, close } = this.#inner;
    return { description, close, call: (given, limitMs, signal) => this.#call(given, limitMs, signal) };
  }

  get #play(): Play {
    return this.#mutant.play;
  }

  #applies(talk: Talk): boolean {
    return this.#mutant.ops.includes(talk.op) && moments[this.#mutant.when](talk);
  }

  /** The message as the mutant changes it at a border, which remembers the one that came. */
  #edited(border: Border, message: JsonObject, talk: Running): JsonObject {
    const edit: Edit | undefined = this.#play[border];
    const key = `${border} ${talk.op}`;
    const before = talk.client.messages.get(key);
    const other = [...this.#running].find((call) => call !== talk && call.messages.has(border))?.messages.get(border);
    talk.client.messages.set(key, message);
    talk.messages.set(border, message);
    if (edit === undefined || !this.#applies(talk)) return message;
    const changed = edit(message, { before, other, attempt: talk.attempt });
    if (JSON.stringify(changed) !== JSON.stringify(message)) this.#acted();
    return changed;
  }

  async #wire(url: string, init: RequestInit = {}): Promise<Response> {
    const talk = this.#calls.getStore();
    // A file is no message of the contract.
    if (talk === undefined || !url.startsWith(`${talk.given.base_url}/v1`)) return fetch(url, init);
    if (talk.isOver) throw new Error('the call is over');
    talk.client.hasRetried ||= talk.attempt > 1;
    const next = async (request: SentRequest) => {
      const { body, ...rest } = request;
      const reply = await fetch(request.url, { ...init, ...rest, body: body ?? null });
      await noteReply(talk, reply);
      return reply;
    };
    const request = editRequest(sentRequest(url, init), talk, (message) => this.#edited('sent', message, talk));
    const around = this.#applies(talk) ? this.#play.around : undefined;
    try {
      const reply = await (around === undefined ? next(request) : around(request, next, talk));
      if (isStream(reply)) return this.#editStream(reply, talk);
      return await editReply(reply, (message) => this.#edited('received', message, talk));
    } catch (error) {
      noteFailure(talk, 'lost');
      throw error;
    }
  }

  #editStream(reply: Response, talk: Running): Response {
    talk.hasBegunStream = true;
    const { chunk, event } = this.#play;
    if (chunk === undefined && event === undefined) return reply;
    const editor = event !== undefined && this.#applies(talk) ? new EventEditor(event, this.#acted) : undefined;
    const passed = (block: string): EventsOut =>
      editor?.pass(block) ?? { events: [editChunk(block, (message) => this.#edited('chunk', message, talk))] };
    return new Response(reply.body?.pipeThrough(eventByEvent(passed, () => editor?.last() ?? [])), reply);
  }

  async #call(given: Talk['given'], limitMs: number, signal?: AbortSignal): Promise<DriverAnswer> {
    const talk = this.#begin(given);
    this.#running.add(talk);
    try {
      return await this.#answer(talk, limitMs, signal);
    } finally {
      this.#running.delete(talk);
    }
  }

  async #answer(talk: Running, limitMs: number, signal?: AbortSignal): Promise<DriverAnswer> {
    const once = async () => {
      const given = this.#edited('asked', talk.given as unknown as JsonObject, talk) as unknown as Talk['given'];
      return this.#inner.call(given, limitMs, signal);
    };
    const { promise, resolve } = Promise.withResolvers<DriverAnswer>();
    talk.finish = (early) => {
      this.#acted();
      talk.isOver = true;
      resolve(early);
    };
    const first = await Promise.race([this.#calls.run(talk, once), promise]);
    const again = () => this.#calls.run(talk, once);
    const settled = this.#applies(talk) ? await this.#play.settle?.(first, talk, again) : undefined;
    return this.#edited('answered', (settled ?? first) as unknown as JsonObject, talk) as unknown as DriverAnswer;
  }

  #begin(given: Talk['given']): Running {
    const key = `${given.base_url} ${given.api_key}`;
    const client = this.#clients.get(key) ?? { calls: 0, hasRetried: false, messages: new Map(), kept: new Map() };
    this.#clients.set(key, client);
    client.calls += 1;
    const running = this.#running;
    return {
      ...{ given, op: given.op as DriverOperation, call: client.calls, client, ofClient: client.kept },
      ...{ attempt: 1, codes: [], hasBegunStream: false, isOver: false, kept: new Map(), messages: new Map() },
      get hasRetried() {
        return client.hasRetried;
      },
      get isBeside() {
        return running.size > 1;
      },
      finish: () => undefined,
      pause: (ms) => clock.pause(ms),
      act: this.#acted,
    };
  }
}

async function noteReply(talk: Talk, reply: Response): Promise<void> {
  if (reply.ok) talk.attempt = 1;
  else noteFailure(talk, codeIn(await reply.clone().text()));
}
function noteFailure(talk: Talk, code: string): void {
  talk.codes.push(code);
  talk.attempt += 1;
}

const isStream = (reply: Response) => reply.ok && (reply.headers.get('content-type') ?? '').includes('event-stream');

/** The error code of an envelope; `none` without one. */
export function codeIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: { code?: unknown } }).error?.code ?? 'none');
  } catch {
    return 'none';
  }
}

function sentRequest(url: string, { method = 'GET', headers = {}, body }: RequestInit): SentRequest {
  return { method, url, headers: headers as Record<string, string>, body: typeof body === 'string' ? body : undefined };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
const written = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

function editRequest(request: SentRequest, { given }: Talk, edit: (message: JsonObject) => JsonObject): SentRequest {
  const at = String(given.base_url).length;
  const message = { ...request, path: request.url.slice(at), body: parsed(request.body) };
  const changed = edit(message) as typeof message;
  if (changed === message) return request;
  const { path = '', method = 'GET', headers = {}, body } = changed;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { method, url: request.url.slice(0, at) + path, headers: Object.fromEntries(texts), body: written(body) };
}

async function editReply(reply: Response, edit: (message: JsonObject) => JsonObject): Promise<Response> {
  const bytes = await reply.arrayBuffer();
  const body = parsed(new TextDecoder().decode(bytes));
  const message = { status: reply.status, headers: Object.fromEntries(reply.headers), body };
  const changed = edit(message) as Partial<typeof message>;
  const status = Number(changed.status ?? 200);
  const init = { status: status >= 200 && status < 600 ? status : 200, headers: changed.headers ?? {} };
  return new Response(changed === message ? bytes : (written(changed.body) ?? ''), init);
}

function editChunk(block: string, edit: (chunk: JsonObject) => JsonObject): string {
  const chunk = parsed(dataOf(block));
  if (typeof chunk !== 'object' || chunk === null) return block;
  const changed = edit(chunk as JsonObject);
  return changed === chunk ? block : `data: ${JSON.stringify(changed)}\n\n`;
}

/** Passes a stream of events on, each as soon as it is whole. */
function eventByEvent(
  pass: (block: string) => EventsOut,
  last: () => readonly string[],
): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextEncoder()];
  let rest = '';
  return new TransformStream({
    transform(piece, controller) {
      rest += decoder.decode(piece, { stream: true });
      for (let end = /\r\n\r\n|\n\n|\r\r/.exec(rest); end !== null; end = /\r\n\r\n|\n\n|\r\r/.exec(rest)) {
        const block = rest.slice(0, end.index + end[0].length);
        rest = rest.slice(block.length);
        const { events, isEnd = false } = pass(block);
        for (const event of events) controller.enqueue(encoder.encode(event));
        if (isEnd) return controller.terminate();
      }
    },
    flush(controller) {
      for (const event of [rest, ...last()]) controller.enqueue(encoder.encode(event));
    },
  });
}
