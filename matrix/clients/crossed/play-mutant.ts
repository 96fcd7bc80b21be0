import { AsyncLocalStorage } from 'node:async_hooks';
import type { Driver } from '@gateproof/harness';
import type { DriverAnswer, DriverOperation, JsonObject } from '@gateproof/spec';
import { clock } from '../../clock.ts';
import { startClient } from '../client-under-test.ts';
import { referenceClient } from '../reference-client.ts';
import { dataOf, EventEditor, type EventsOut } from './edit-events.ts';
import { moments } from './moments.ts';
import type { Edit, Mutant, Play, SentRequest, Talk } from './mutant.ts';

type Messages = Map<string, JsonObject>;
type Client = { calls: number; hasRetried: boolean; readonly messages: Messages; readonly kept: Map<string, unknown> };
type Running = Talk & { readonly client: Client; readonly messages: Messages; isOver: boolean };

/** The good client with a mutant at its borders. `acted` is called whenever something is changed. */
export function playMutant({ ops, when, play }: Mutant, acted: () => void): Driver {
  const calls = new AsyncLocalStorage<Running>();
  const clients = new Map<string, Client>();
  const running = new Set<Running>();
  const applies = (talk: Talk) => ops.includes(talk.op) && moments[when](talk);

  /** The message as the mutant changes it at a border, which remembers the one that came. */
  function edited(border: 'asked' | 'answered' | 'sent' | 'received' | 'chunk', message: JsonObject, talk: Running) {
    const edit: Edit | undefined = play[border];
    const key = `${border} ${talk.op}`;
    const before = talk.client.messages.get(key);
    const other = [...running].find((call) => call !== talk && call.messages.has(border))?.messages.get(border);
    talk.client.messages.set(key, message);
    talk.messages.set(border, message);
    if (edit === undefined || !applies(talk)) return message;
    const changed = edit(message, { before, other, attempt: talk.attempt });
    if (JSON.stringify(changed) !== JSON.stringify(message)) acted();
    return changed;
  }

  const wire: typeof fetch = async (url, init = {}) => {
    const talk = calls.getStore();
    // A file is no message of the contract.
    if (talk === undefined || !String(url).startsWith(`${talk.given.base_url}/v1`)) return fetch(url, init);
    if (talk.isOver) throw new Error('the call is over');
    talk.client.hasRetried ||= talk.attempt > 1;
    const next = async (request: SentRequest) => {
      const { body, ...rest } = request;
      const reply = await fetch(request.url, { ...init, ...rest, ...(body === undefined ? {} : { body }) });
      await noteReply(talk, reply);
      return reply;
    };
    const request = editRequest(sentRequest(String(url), init), talk, (message) => edited('sent', message, talk));
    const around = applies(talk) ? play.around : undefined;
    try {
      const reply = await (around === undefined ? next(request) : around(request, next, talk));
      if (isStream(reply)) return editStream(reply, talk);
      return await editReply(reply, (message) => edited('received', message, talk));
    } catch (error) {
      noteFailure(talk, 'lost');
      throw error;
    }
  };

  function editStream(reply: Response, talk: Running): Response {
    talk.hasBegunStream = true;
    if (play.chunk === undefined && play.event === undefined) return reply;
    const { event } = play as Play;
    const editor = event !== undefined && applies(talk) ? new EventEditor(event, acted) : undefined;
    const passed = (block: string): EventsOut =>
      editor?.pass(block) ?? { events: [editChunk(block, (chunk) => edited('chunk', chunk, talk))] };
    return new Response(reply.body?.pipeThrough(eventByEvent(passed, () => editor?.last() ?? [])), reply);
  }

  const inner = startClient(referenceClient, wire);
  async function answer(talk: Running, limitMs: number, signal?: AbortSignal): Promise<DriverAnswer> {
    const once = async () => {
      const given = edited('asked', talk.given as unknown as JsonObject, talk) as unknown as typeof talk.given;
      return inner.call(given, limitMs, signal);
    };
    const { promise, resolve } = Promise.withResolvers<DriverAnswer>();
    talk.finish = (early) => {
      acted();
      talk.isOver = true;
      resolve(early);
    };
    const first = await Promise.race([calls.run(talk, once), promise]);
    const settled = applies(talk) ? await play.settle?.(first, talk, () => calls.run(talk, once)) : undefined;
    return edited('answered', (settled ?? first) as unknown as JsonObject, talk) as unknown as DriverAnswer;
  }

  return {
    description: inner.description,
    close: inner.close,
    async call(given, limitMs, signal) {
      const key = `${given.base_url} ${given.api_key}`;
      const client = clients.get(key) ?? { calls: 0, hasRetried: false, messages: new Map(), kept: new Map() };
      clients.set(key, client);
      client.calls += 1;
      const talk: Running = {
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
        act: acted,
      };
      running.add(talk);
      try {
        return await answer(talk, limitMs, signal);
      } finally {
        running.delete(talk);
      }
    },
  };

  async function noteReply(talk: Running, reply: Response): Promise<void> {
    if (reply.ok) talk.attempt = 1;
    else noteFailure(talk, codeIn(await reply.clone().text()));
  }
  function noteFailure(talk: Running, code: string): void {
    talk.codes.push(code);
    talk.attempt += 1;
  }
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
