import { canonicalJson, chatFields } from '@gateproof/simulator/behaviour';
import { afterwards, dashed, decide, each, kinds, rows, together } from '../../change.ts';
import { mapFields, pick, set } from '../../edits/fields.ts';
import { runAgain } from '../../operators/answers.ts';
import { forgetKeys } from '../../operators/forget-keys.ts';
import { compareBodies, ignoreOverlapping, takeSubmissions } from '../../operators/idempotency.ts';
import { refuseRepeats, withHistory } from '../../operators/refused.ts';
import { bodyOf, isObject, type JsonObject, onceMore } from '../../requests/seen.ts';
import { keyed } from '../../scopes/bodies.ts';
import { answered, ended, ofJobs, repeats } from '../../scopes/repeats.ts';
import { and, at, chats, everywhere, not, streams, submissions } from '../../scopes/requests.ts';

/** What of a body is compared, and in which words. */
type Reading = readonly [words: string, read: (body: JsonObject) => unknown];

/** The value with each text, number and other leaf in it changed. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  return isObject(value) ? mapFields(value, (field) => mapLeaves(field, change)) : change(value);
}

const texts = (change: (text: string) => string) => (body: JsonObject) =>
  mapLeaves(body, (leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));
const numbers = (change: (value: number) => number) => (body: JsonObject) =>
  mapLeaves(body, (leaf) => (typeof leaf === 'number' ? change(leaf) : leaf));

/** The value with the items of each list in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1));
  return isObject(value) ? mapFields(value, sorted) : value;
}

/** The beginning of a body's text. */
const beginning = (length: number) => (body: JsonObject) => canonicalJson(body).slice(0, length);
function fieldsOf(...names: readonly string[]) {
  return (body: JsonObject) => pick(body, ...names);
}

/** Compares bodies that have the field so, and others whole. */
const comparing =
  (field: string) =>
  ([words, read]: Reading) =>
    compareBodies(`bodies with ${field} by ${words}`, (body) => (field in body ? read(body) : body));
const without = (field: string) => (left: string) =>
  comparing(field)([`all but ${left}`, (body) => ({ ...body, [left]: 0 })]);
/** One field of a body read so, and the others whole. */
const field = (name: string, read: (value: unknown) => unknown) => (body: JsonObject) =>
  set(name, body[name] === undefined ? 0 : read(body[name])).change(body);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const messages = (read: (message: JsonObject) => unknown) =>
  field('messages', (all) => listOf(all).map((message) => (isObject(message) ? read(message) : message)));
const toolNames = (tools: unknown) =>
  listOf(tools).map((tool) => (isObject(tool) && isObject(tool.function) ? tool.function.name : tool));
const noBlanks = texts((text) => text.replace(/\s+/g, ''));
const length = (body: JsonObject) => JSON.stringify(body).length;
const lowerCase = (body: JsonObject) => JSON.stringify(body).toLowerCase();
const otherFields = chatFields.filter((name) => name !== 'model' && name !== 'messages');
const jobFields = ['model', 'models', 'retry_of', 'provider', 'svc'];
const chatReadings: Readonly<Record<string, Reading>> = {
  length: ['their length', length],
  beginning: ['their first 200 characters', (body) => JSON.stringify(body).slice(0, 200)],
  kilobytes: ['their first 8192 characters', beginning(8192)],
  'hundred-kilobytes': ['their first 100,000 characters', beginning(100_000)],
  case: ['lower case', lowerCase],
  sorted: ['lists without their order', sorted],
  blanks: ['texts without blanks', noBlanks],
  trimmed: ['texts without blanks at their ends', texts((text) => text.trim())],
  normalised: ['texts in composed form', texts((text) => text.normalize('NFC'))],
  ascii: ['texts without what is not ASCII', texts((text) => text.replace(/[^ -~]/g, '?'))],
  letters: ['letters and digits', texts((text) => text.replace(/[^\p{L}\p{N}]/gu, ''))],
  'three-digits': ['numbers to three digits', numbers((value) => Number(value.toPrecision(3)))],
  'whole-numbers': ['whole numbers', numbers(Math.trunc)],
  tenths: ['numbers to one decimal', numbers((value) => Math.round(value * 10))],
  'last-message': ['their first message', field('messages', (all) => listOf(all)[0])],
  latest: ['their last message', field('messages', (all) => listOf(all).at(-1))],
  'without-roles': ['the contents of messages', messages(({ content }) => content)],
  'without-names': ['the roles and contents of messages', messages(fieldsOf('role', 'content'))],
  contents: ['model and messages', fieldsOf('model', 'messages')],
  'model-less': ['all but the model', field('model', () => 0)],
  'tool-names': ['the number of tools', field('tools', (tools) => listOf(tools).length)],
  'tool-parameters': ['the names of tools', field('tools', toolNames)],
  'format-type': ['the type of response_format', field('response_format', (format) => isObject(format) && format.type)],
  'models-sorted': ['models without their order', field('models', sorted)],
  'models-count': ['the number of models', field('models', (models) => listOf(models).length)],
  known: ['the fields of the contract', fieldsOf(...chatFields)],
};

const imageReadings: Readonly<Record<string, Reading>> = {
  length: ['their length', length],
  kilobyte: ['their first 1024 characters', beginning(1024)],
  kilobytes: ['their first 8192 characters', beginning(8192)],
  'hundred-kilobytes': ['their first 100,000 characters', beginning(100_000)],
  beginning: ['the first 40 characters of each text', texts((text) => text.slice(0, 40))],
  blanks: ['texts without blanks', noBlanks],
  case: ['lower case', lowerCase],
  numbers: ['all but their numbers', numbers(() => 0)],
  'models-sorted': ['models without their order', field('models', sorted)],
  known: ['the fields of the contract', fieldsOf(...jobFields, 'prompt')],
  'model-less': ['all but the model', field('model', () => 0)],
};

const transcriptionReadings: Readonly<Record<string, Reading>> = {
  length: ['their length', length],
  case: ['lower case', lowerCase],
  query: ['URLs without their query', texts((text) => text.replace(/\?.*$/, ''))],
  host: ['the host of URLs', texts((text) => text.replace(/^(https:\/\/[^/]*).*$/, '$1'))],
  'models-sorted': ['models without their order', field('models', sorted)],
  known: ['the fields of the contract', fieldsOf(...jobFields, 'audio_url')],
};

const nested = (read: (inner: JsonObject) => unknown) => (body: JsonObject) =>
  mapFields(body, (value) => (isObject(value) ? read(value) : value));
const nestedReadings: Readonly<Record<string, Reading>> = {
  '': ['their top level', (body) => mapFields(body, (value) => (typeof value === 'object' ? typeof value : value))],
  ':text': ['numbers as texts', (body) => mapLeaves(body, String)],
  ':falsy': ['what is false, zero or empty alike', (body) => mapLeaves(body, (leaf) => leaf || null)],
  ':sorted': ['lists of jobs without their order', (body) => ('messages' in body ? body : sorted(body))],
  ':depth': ['two levels', nested((inner) => mapFields(inner, (deep) => (isObject(deep) ? Object.keys(deep) : deep)))],
  ':names': ['inner values without their names', nested(Object.values)],
};

const conflicted = answered(409);
const inVain = ofJobs('came to nothing', ({ stage }) => stage.state === 'failed' || stage.state === 'canceled');
/** The first body, once another one was refused. */
const firstAfterConflict = repeats('without max_tokens, once one with it was refused', (earlier, request) => {
  return conflicted.holds(earlier, request) && bodyOf(request).max_tokens === undefined;
});

/** Cancels the first job when another body comes under its key. */
const cancelFirst = withHistory((history) =>
  afterwards('cancels the first job when another body comes under its key', (request, answer) => {
    const [first] = history.before(request);
    if (answer?.status !== 409 || !submissions.covers(request) || !isObject(first?.body)) return [];
    const path = `/v1/jobs/${String(first.body.id)}/cancel`;
    return [{ ...onceMore(request), path, body: undefined }];
  }),
);

/** Other bodies under one key. */
export const idempotencyBodies = rows('idempotency.body', {
  'different-chat': decide('idempotency', 'answers another body with the first result', { otherBody: 'replay' }),
  'different-chat:400': decide('idempotency', 'refuses another body as invalid', { refusal: 'invalid_request' }),
  'different-chat:in-progress': ignoreOverlapping('chat'),
  'different-chat:once': forgetKeys(chats, answered(409)),
  ...each('different-chat:*', chatReadings, comparing('messages')),
  ...each('different-chat:without-*', dashed(otherFields), without('messages')),
  'different-chat:without-svc': without('messages')('svc'),
  'different-image': decide('idempotency', 'runs another body under the key', { otherBody: 'run' }),
  'different-image:at-once': together(takeSubmissions(20), ignoreOverlapping('image', 'of another body')),
  'different-image:once': forgetKeys(at('image'), answered(409)),
  ...each('different-*:ended', kinds, (kind) => forgetKeys(at(kind), ended)),
  ...each('different-*:in-vain', kinds, (kind) => forgetKeys(at(kind), inVain)),
  ...each('different-image:*', imageReadings, comparing('prompt')),
  ...each('different-image:without-*', dashed([...jobFields.slice(1), 'prompt']), without('prompt')),
  'different-transcription': compareBodies('model and messages', ({ model, messages }) => [model, messages]),
  ...each('different-transcription:*', transcriptionReadings, comparing('audio_url')),
  ...each('different-transcription:without-*', dashed([...jobFields, 'audio_url']), without('audio_url')),
  ...each('nested-difference*', nestedReadings, ([words, read]) => compareBodies(`bodies by ${words}`, read)),
  'different-without-effect': runAgain(not(streams), (status) => status === 409),
  'different-without-effect:jobs': runAgain(and(submissions, keyed), (status) => status === 409),
  'first-result-kept': refuseRepeats(everywhere, 'idempotency_conflict', answered(409)),
  'first-result-kept:cancel': cancelFirst,
  'first-result-kept:anew': forgetKeys(submissions, answered(409)),
  'first-result-kept:chat': forgetKeys(chats, firstAfterConflict),
});
