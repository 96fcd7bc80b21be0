import {
  type ClientRequest,
  type ClientWorld,
  computeV1,
  type JsonObject,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { type DriverFeature, type DriverOperation, driverOperations } from '@gateproof/spec';
import type { AnyCall, Company } from './any-call.ts';
import { operations } from './operations.ts';
import { completion, jobBody, modelBody, streamOfPieces } from './replies.ts';
import { plainEvent, signingSecret } from './verifying.ts';

/** All that a caller can give, other for each word. Numbers and texts are such as a careless copy changes. */
export const textFor = (word: string) => ` ${word}: "Zoë" \\ \u{1F3A8} 日本語 ${'long '.repeat(20)}${word}\n`;
export const numberOf = (word: string) =>
  [...word].reduce((sum, letter, place) => (sum + (place + 1) * letter.charCodeAt(0)) % 997, 0);

function settingsFor(word: string): Readonly<Partial<Record<DriverFeature, unknown>>> {
  const schema = { type: 'object', properties: { [word]: { type: 'number', maximum: 0.1 + numberOf(word) } } };
  const tool = (name: string) => ({
    type: 'function',
    function: { name, description: textFor(word), parameters: schema },
  });
  return {
    temperature: 0.1 + numberOf(word) / 1000,
    max_tokens: 700 + numberOf(word),
    tools: [tool(`${word}_a`), tool(`${word}_b`)],
    response_format: { type: 'json_schema', json_schema: { name: word, schema } },
    metadata: true,
    provider: { only: [word, `${word}-2`], max_price: 0.1 },
    svc: { region: word },
    retry_of: `job_Earlier-${word}`,
    submission_models: [`acme/${word}-1`, `acme/${word}-2`],
  };
}
const ofChats: readonly DriverFeature[] = [
  'temperature',
  'max_tokens',
  'tools',
  'response_format',
  'metadata',
  'provider',
  'svc',
];
const ofSubmissions: readonly DriverFeature[] = ['provider', 'svc', 'retry_of', 'submission_models'];

function settings(world: ClientWorld, names: readonly DriverFeature[], word: string): JsonObject {
  const all = settingsFor(word);
  const taken = names.filter((name) => world.takes(name));
  return Object.fromEntries(taken.map((name) => [name === 'submission_models' ? 'models' : name, all[name]]));
}

const keyStart = 'Key long ';
/** A key that is the same as that of another word for longer than a careless client keeps keys apart. */
const keyFor = (word: string) => `${keyStart}${'long '.repeat(29)}${word}`;
/** Whether it is the key of a call under some word. */
export const isKeyOfWord = (key: string | undefined): boolean => key?.startsWith(keyStart) === true;

export const jobId = (word: string) => `job_${word}-${'Ab0'.repeat(24)}`;
const originOf = ({ exchange }: ClientRequest) => exchange.request.url.replace(/\/(v1|output)\/.*$/, '');
/** Outputs of a job, each file of another length. */
export const outputOf = (word: string, request: ClientRequest) =>
  ['a', 'b', 'c'].map((name) => ({
    url: `${originOf(request)}/output/${word}/${name}`,
    url_expires_at: '2036-11-20T10:00:00Z',
    type: 'image/png',
  }));
/** Files of other names have other lengths; a client may ask for any path. */
export const fileFor = (path: string) => `${path} `.repeat(1 + numberOf(path));

function paramsOf(world: ClientWorld, op: DriverOperation, word: string): JsonObject {
  if (op === 'chat' || op === 'chat_stream') {
    const messages = [
      { role: 'system', content: textFor(word) },
      { role: 'user', content: word },
    ];
    const models = [`acme/${word}-1`, `acme/${word}-2`];
    return { model: `acme/Model-${word}`, messages, models, ...settings(world, ofChats, word) };
  }
  if (op === 'create_image' || op === 'create_transcription') {
    const inputs = { prompt: textFor(word), scale: 0.1 + numberOf(word), parts: [{ of: word }, { of: `${word}-2` }] };
    return { model: `acme/Model-${word}`, inputs, ...settings(world, ofSubmissions, word) };
  }
  if (op === 'list_models') return {};
  if (op === 'get_model') return { model: `acme/Model-${word}` };
  return { job_id: jobId(word), ...(op === 'open_output' ? { place: 1 } : {}) };
}

/** How a gateway serves the call. */
function servedBy(op: DriverOperation, word: string, request: ClientRequest): ScriptedAnswer {
  const id = jobId(word);
  switch (op) {
    case 'chat':
      return completion(textFor(word));
    case 'chat_stream':
      return { events: streamOfPieces(textFor(word).split(/(?<= )/)) };
    case 'create_image':
    case 'create_transcription':
      return { status: 202, body: jobBody('queued', { id }) };
    case 'cancel_job':
      return { body: jobBody('canceled', { id }) };
    case 'list_models':
      return { body: { object: 'list', data: ['b', 'a', 'c'].map((name) => modelBody(`acme/${name}`)) } };
    case 'get_model':
      return { body: modelBody(`acme/Model-${word}`, { modality: word.startsWith('probe') ? 'image' : 'text' }) };
    case 'open_output':
      return request.path.startsWith('/output/')
        ? { body: fileFor(request.path) }
        : { body: jobBody('succeeded', { id, output: outputOf(word, request) }) };
    default:
      return { body: jobBody('succeeded', { id }) };
  }
}

export type RichOperation = Exclude<DriverOperation, 'verify_webhook'>;
/** All operations that send requests. */
export const richOperations: readonly RichOperation[] = driverOperations.filter((op) => op !== 'verify_webhook');
const pathOf = (op: RichOperation): string => (op === 'open_output' ? '/v1/jobs' : operations[op].path);

/** A call under a word that gives all that its caller can give. Default: it is served. */
export function richCall(
  world: ClientWorld,
  op: RichOperation,
  word: string,
  answer: AnyCall['answer'] = (request) => servedBy(op, word, request),
): AnyCall {
  const isKeyed = op.startsWith('chat') || op.startsWith('create');
  const path = pathOf(op);
  return {
    operation: { op, params: paramsOf(world, op, word), path },
    ...(isKeyed ? { options: { idempotencyKey: keyFor(word) } } : {}),
    owns: ({ path: asked, exchange }) =>
      op === 'list_models'
        ? asked.split('?')[0] === path
        : asked.includes(word) || Buffer.from(exchange.request.body).includes(word),
    answer,
  };
}

/** What is served before and beside a call. Two lists ask for the same, and a client may read the list before a model, so that reads of jobs stand beside them. */
export function companyOf(world: ClientWorld, op: RichOperation, answer?: (word: string) => ScriptedAnswer): Company {
  const like = op === 'list_models' ? 'get_job' : op;
  const named = (word: string) => richCall(world, like, word, answer === undefined ? undefined : () => answer(word));
  return { plain: named('plainest'), other: named('beside'), again: named('resending') };
}

/** A delivery to verify; its body is the word's. */
export function verifying(world: ClientWorld, word: string, secret: string): AnyCall {
  const body = plainEvent.replace('evt_1', `evt_${word}`);
  const t = String(Math.floor(world.nowS()));
  const params = {
    body_base64: Buffer.from(body).toString('base64'),
    signature: `t=${t},v1=${computeV1('whsec_retired_0123456789', t, Buffer.from(body))},v1=${computeV1(secret, t, Buffer.from(body))}`,
    secrets: ['whsec_another_0123456789', signingSecret],
  };
  return {
    operation: { op: 'verify_webhook', params, path: 'none' },
    owns: () => false,
    answer: () => ({ status: 404 }),
  };
}
