import { canonicalJson, chatFields, patch } from '@gateproof/simulator/behaviour';
import {
  idempotencyKeyOf,
  isMedia,
  isObject,
  onceMore,
  besides as requestingBesides,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Body = Readonly<Record<string, unknown>>;

/** Bodies that are compared by what `read` makes of them. */
const compared = (rule: string, how: string, summary: string, read: (body: Body) => unknown) =>
  breaking(
    `idempotency.body.${rule}:${how}`,
    summary,
    patch('idempotency', { fingerprint: (body) => canonicalJson(read(body as Body)) }),
  );

/** The value with each text or number in it changed. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapLeaves(field, change)]));
}

const leaves = (change: (leaf: unknown) => unknown) => (body: Body) => mapLeaves(body, change);
const texts = (change: (text: string) => string) => leaves((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));

/** The value with the items of each list in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, sorted(field)]));
}

const messages = (change: (message: Body) => unknown) => (body: Body) => ({
  ...body,
  messages: Array.isArray(body.messages) ? body.messages.map(change) : body.messages,
});
const only = (is: (body: Body) => boolean, read: (body: Body) => unknown) => (body: Body) =>
  is(body) ? read(body) : body;
const pick = (body: Body, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
const isChatBody = (body: Body) => 'messages' in body;
const isImageBody = (body: Body) => 'prompt' in body && !isChatBody(body);
const isAudioBody = (body: Body) => 'audio_url' in body;

/** The object with the names, and not the values, of the objects in it. */
const namesWithin = (object: Body) =>
  Object.fromEntries(Object.entries(object).map(([name, deep]) => [name, isObject(deep) ? Object.keys(deep) : deep]));

const chats: readonly Deviation[] = [
  compared('different-chat', 'sorted', 'compares lists without their order', sorted),
  compared(
    'different-chat',
    'blanks',
    'compares texts without their blanks',
    texts((text) => text.replace(/\s+/g, '')),
  ),
  compared(
    'different-chat',
    'trimmed',
    'compares texts without blanks at their ends',
    texts((text) => text.trim()),
  ),
  compared(
    'different-chat',
    'normalised',
    'compares texts in composed form',
    texts((text) => text.normalize('NFC')),
  ),
  compared(
    'different-chat',
    'ascii',
    'compares texts without what is not ASCII',
    texts((text) => text.replace(/[^ -~]/g, '?')),
  ),
  compared(
    'different-chat',
    'letters',
    'compares letters and digits only',
    texts((text) => text.replace(/[^\p{L}\p{N}]/gu, '')),
  ),
  compared(
    'different-chat',
    'kilobytes',
    'compares the first 8192 characters of a chat',
    only(isChatBody, (body) => canonicalJson(body).slice(0, 8192)),
  ),
  compared(
    'different-chat',
    'hundred-kilobytes',
    'compares the first 100,000 characters of a chat',
    only(isChatBody, (body) => canonicalJson(body).slice(0, 100_000)),
  ),
  compared(
    'different-chat',
    'latest',
    'compares the last message only',
    only(isChatBody, (body) => ({ ...body, messages: (body.messages as unknown[]).at(-1) })),
  ),
  compared(
    'different-chat',
    'without-roles',
    'compares what was said, and not who said it',
    messages((message) => message.content),
  ),
  compared(
    'different-chat',
    'without-names',
    'compares the roles and contents of messages',
    messages((message) => pick(message, 'role', 'content')),
  ),
  compared(
    'different-chat',
    'contents',
    'compares the model and the messages',
    only(isChatBody, (body) => pick(body, 'model', 'messages')),
  ),
  compared(
    'different-chat',
    'model-less',
    'compares everything but the model',
    only(isChatBody, (body) => ({ ...body, model: 0 })),
  ),
  compared(
    'different-chat',
    'tool-names',
    'compares tools by their number',
    only(isChatBody, (body) => ({ ...body, tools: Array.isArray(body.tools) ? body.tools.length : 0 })),
  ),
  compared(
    'different-chat',
    'tool-parameters',
    'compares tools by their names',
    only(isChatBody, (body) => ({
      ...body,
      tools: Array.isArray(body.tools)
        ? body.tools.map((tool) => (isObject(tool) && isObject(tool.function) ? tool.function.name : tool))
        : 0,
    })),
  ),
  compared(
    'different-chat',
    'format-type',
    'compares response_format by its type',
    only(isChatBody, (body) => ({
      ...body,
      response_format: isObject(body.response_format) ? body.response_format.type : 0,
    })),
  ),
  compared(
    'different-chat',
    'models-count',
    'compares lists of models by their length',
    only(isChatBody, (body) => ({
      ...body,
      models: Array.isArray(body.models) ? body.models.length : 0,
    })),
  ),
  compared(
    'different-chat',
    'known',
    'compares the fields of the contract only',
    only(isChatBody, (body) => pick(body, ...chatFields)),
  ),
  compared(
    'different-chat',
    'tenths',
    'compares numbers to one decimal',
    leaves((leaf) => (typeof leaf === 'number' ? Math.round(leaf * 10) : leaf)),
  ),
];

const jobs: readonly Deviation[] = [
  compared(
    'different-image',
    'length',
    'compares images by their length',
    only(isImageBody, (body) => JSON.stringify(body).length),
  ),
  compared(
    'different-image',
    'blanks',
    'compares images without the blanks of their texts',
    only(
      isImageBody,
      texts((text) => text.replace(/\s+/g, '')),
    ),
  ),
  compared(
    'different-image',
    'case',
    'compares images without regard to case',
    only(isImageBody, (body) => JSON.stringify(body).toLowerCase()),
  ),
  compared(
    'different-image',
    'beginning',
    'compares the first 40 characters of each text of an image',
    only(isImageBody, (body) => texts((text) => text.slice(0, 40))(body)),
  ),
  compared(
    'different-image',
    'kilobyte',
    'compares the first 1024 characters of an image',
    only(isImageBody, (body) => canonicalJson(body).slice(0, 1024)),
  ),
  compared(
    'different-image',
    'kilobytes',
    'compares the first 8192 characters of an image',
    only(isImageBody, (body) => canonicalJson(body).slice(0, 8192)),
  ),
  compared(
    'different-image',
    'known',
    'compares prompt and fields of the contract',
    only(isImageBody, (body) => pick(body, 'model', 'models', 'retry_of', 'provider', 'svc', 'prompt')),
  ),
  compared(
    'different-image',
    'numbers',
    'compares images without their numbers',
    only(isImageBody, (body) => leaves((leaf) => (typeof leaf === 'number' ? 0 : leaf))(body)),
  ),
  compared(
    'different-image',
    'model-less',
    'compares everything of an image but the model',
    only(isImageBody, (body) => ({ ...body, model: 0 })),
  ),
  compared(
    'different-transcription',
    'length',
    'compares transcriptions by their length',
    only(isAudioBody, (body) => JSON.stringify(body).length),
  ),
  compared(
    'different-transcription',
    'case',
    'compares transcriptions without regard to case',
    only(isAudioBody, (body) => JSON.stringify(body).toLowerCase()),
  ),
  compared(
    'different-transcription',
    'query',
    'compares URLs without their query',
    only(isAudioBody, (body) => texts((text) => text.replace(/\?.*$/, ''))(body)),
  ),
  compared(
    'different-transcription',
    'host',
    'compares URLs by their host',
    only(isAudioBody, (body) => texts((text) => text.replace(/^(https:\/\/[^/]*).*$/, '$1'))(body)),
  ),
  ...(['retry_of', 'provider', 'svc', 'model'] as const).map((field) =>
    compared(
      'different-transcription',
      `without-${field.replace('_', '-')}`,
      `compares transcriptions without ${field}`,
      only(isAudioBody, (body) => ({ ...body, [field]: 0 })),
    ),
  ),
  compared(
    'different-transcription',
    'known',
    'compares the URL and fields of the contract',
    only(isAudioBody, (body) => pick(body, 'model', 'models', 'retry_of', 'provider', 'svc', 'audio_url')),
  ),
  compared('nested-difference', 'text', 'compares numbers as texts', leaves(String)),
  compared(
    'nested-difference',
    'falsy',
    'compares what is false, zero or empty alike',
    leaves((leaf) => leaf || null),
  ),
  compared('nested-difference', 'sorted', 'compares lists of jobs without their order', (body) =>
    isChatBody(body) ? body : sorted(body),
  ),
  compared('nested-difference', 'depth', 'compares two levels', (body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, isObject(value) ? namesWithin(value) : value]),
    ),
  ),
  compared('nested-difference', 'names', 'compares the values of inner objects without their names', (body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, isObject(value) ? Object.values(value) : value]),
    ),
  ),
];

const effects: readonly Deviation[] = [
  breaking(
    'idempotency.body.different-without-effect:jobs',
    'runs the other body of a job that it refuses',
    requestingBesides((request, answer) =>
      answer?.status === 409 && isMedia(request) && idempotencyKeyOf(request) !== undefined ? [onceMore(request)] : [],
    ),
  ),
];

/** Ways to compare bodies under one Idempotency-Key wrong. */
export const differentBodyCorners: readonly Deviation[] = [...chats, ...jobs, ...effects];
