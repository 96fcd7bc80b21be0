import type { RefusalGround } from '../exchange/exchange.ts';
import { isObject, type JsonObject, type JsonReading } from '../exchange/json.ts';
import { contractRoutes } from '../exchange/route-of.ts';
import { modelPath } from './model-path.ts';
import type { Servable } from './servable.ts';
import type { RequestOptions } from './world.ts';

/** Fields of a chat that every gateway takes. Others may be refused by one that does not offer them. */
const plainFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  model: (value) => typeof value === 'string',
  messages: (value) => Array.isArray(value) && value.length > 0 && value.every(isPlainMessage),
  stream: (value) => typeof value === 'boolean',
  max_tokens: isCount,
  max_completion_tokens: isCount,
  temperature: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};
const roles: readonly unknown[] = ['system', 'user', 'assistant'];
/** Longer bodies may be too much for a model or its gateway. */
const mostBytes = 16_384;

/**
 * What a conformant gateway may refuse the request for; undefined: it serves it. Wherever a request of the kind is to stand for its route, only those
 * without such a ground count.
 */
export function mayFailFor(
  { method = 'GET', path, headers = [], pieceBytes }: RequestOptions,
  { reading, bytes }: { readonly reading: JsonReading; readonly bytes: number },
  servable: Servable,
): RefusalGround | undefined {
  const [name, , pattern] = contractRoutes.find(([, verb, form]) => verb === method && form.test(path)) ?? [];
  if (name === undefined || pattern === undefined) return 'path';
  const sent = headers.filter(([header]) => header.toLowerCase() === 'authorization').map(([, value]) => value);
  const account = sent.length === 1 ? servable.accountOf(sent[0] ?? '') : undefined;
  if (account === undefined) return 'key';
  const [, named = ''] = pattern.exec(path) ?? [];
  if (name === 'models') return bytes > 0 ? 'body' : undefined;
  const id = decoded(named);
  if (name === 'model') return path === modelPath(id) && servable.hasModel(account, id) ? undefined : 'model';
  if (name === 'job' || name === 'cancel') return servable.hasJob(account, id) ? undefined : 'job';
  const body = reading.ok && isObject(reading.value) ? reading.value : undefined;
  if (body === undefined || bytes > mostBytes || pieceBytes !== undefined || !hasJsonType(headers)) return 'body';
  const model = String(body.model);
  if (!(name === 'chat' ? isPlainChat(body) : isPlainSubmission(body, servable.inputsOf(account, model))))
    return 'body';
  return servable.hasModel(account, model) ? undefined : 'model';
}

function isPlainChat(body: JsonObject): boolean {
  const arePlain = Object.entries(body).every(([field, value]) => {
    return Object.hasOwn(plainFields, field) && plainFields[field]?.(value) === true;
  });
  return arePlain && 'model' in body && 'messages' in body;
}

function isPlainMessage(message: unknown): boolean {
  if (!isObject(message) || !roles.includes(message.role)) return false;
  const areKnown = Object.keys(message).every((field) => field === 'role' || field === 'content');
  return areKnown && typeof message.content === 'string' && message.content !== '';
}

/** The model and its own inputs, as it was given with them. */
function isPlainSubmission({ model, ...rest }: JsonObject, inputs: Readonly<Record<string, unknown>>): boolean {
  if (typeof model !== 'string') return false;
  const fields = new Set([...Object.keys(rest), ...Object.keys(inputs)]);
  return [...fields].every((field) => JSON.stringify(rest[field]) === JSON.stringify(inputs[field]));
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

function hasJsonType(headers: RequestOptions['headers'] = []): boolean {
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value);
  return types.every((type) => /^application\/json\s*(?:;|$)/i.test(type));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
