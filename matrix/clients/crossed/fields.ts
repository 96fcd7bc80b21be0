import { type DriverOperation, driverOperations } from '@gateproof/spec';

/** Where a mutant reaches in: what the caller asks and is answered; requests, replies and stream events as they pass. */
export type Border = 'asked' | 'answered' | 'sent' | 'received' | 'chunk';

/** A field at a border. */
export interface Field {
  readonly border: Border;
  /** Name of the group of operations in a mutant's id. */
  readonly group: Group;
  /** Names below the whole message, parted by dots; `body` and what is below it is JSON. */
  readonly path: string;
  readonly shape: 's' | 'n' | 'b' | 'l' | 'o';
  /** What a rule about this field speaks of. */
  readonly words: RegExp;
  /** How a text is taken apart before, and put together after. */
  readonly codec?: 'base64' | 'entries';
}

export const groups = {
  chats: ['chat', 'chat_stream'],
  chat: ['chat'],
  stream: ['chat_stream'],
  submissions: ['create_image', 'create_transcription'],
  keyed: ['chat', 'chat_stream', 'create_image', 'create_transcription'],
  jobs: ['create_image', 'create_transcription', 'get_job', 'wait_job', 'cancel_job'],
  job: ['get_job', 'wait_job', 'cancel_job', 'open_output'],
  output: ['open_output'],
  list: ['list_models'],
  model: ['get_model'],
  webhook: ['verify_webhook'],
  all: driverOperations.filter((op) => op !== 'verify_webhook'),
} as const satisfies Readonly<Record<string, readonly DriverOperation[]>>;
export type Group = keyof typeof groups;

type Row = readonly [group: Group, path: string, shape: Field['shape'], words: RegExp, codec?: 'base64' | 'entries'];
const rows = (border: Border, of: readonly Row[]): readonly Field[] =>
  of.map(([group, path, shape, words, codec]) => ({
    border,
    group,
    path,
    shape,
    words,
    ...(codec === undefined ? {} : { codec }),
  }));

const call = /call|param|argument|body|asks|message|content|gives/i;
const tools = /tool/i;
const error = /error|fail|refus|retr|envelope/i;
const stream = /stream|chunk|event|content|\[DONE\]/i;
const links = /link|output|url|file/i;
const state = /state|job|final|cancel/i;

/** The contract's fields as they pass the borders of a client. */
export const fields: readonly Field[] = [
  ...rows('asked', [
    ['all', 'base_url', 's', /base|path|url|address|\/v1/i],
    ['all', 'api_key', 's', /key|authori|bearer/i],
    ['keyed', 'idempotency_key', 's', /idempotency|key/i],
    ['chats', 'params.model', 's', /model/i],
    ['chats', 'params.models', 'l', /models|fallback/i],
    ['chats', 'params.messages', 'l', /message|conversation|body|content/i],
    ['chats', 'params.messages.0.content', 's', /message|conversation|body|content/i],
    ['chats', 'params.messages.0.role', 's', /message|conversation|body|role/i],
    ['chats', 'params.metadata', 'b', /metadata/i],
    ['chats', 'params.tools', 'l', tools],
    ['chats', 'params.tools.0.function', 'o', tools],
    ['chats', 'params.max_tokens', 'n', /max_tokens|param|setting/i],
    ['chats', 'params.max_completion_tokens', 'n', /max_completion_tokens|param|setting/i],
    ['chats', 'params.temperature', 'n', /temperature|param|setting/i],
    ['chats', 'params.response_format', 'o', /response_format|param|setting/i],
    ['keyed', 'params.provider', 'o', /provider|rout/i],
    ['keyed', 'params.svc', 'o', /svc/i],
    ['submissions', 'params.model', 's', /model/i],
    ['submissions', 'params.models', 'l', /models|fallback/i],
    ['submissions', 'params.inputs', 'o', /input|body|submission/i],
    ['submissions', 'params.retry_of', 's', /retry_of/i],
    ['job', 'params.job_id', 's', /job|id/i],
    ['output', 'params.place', 'n', links],
    ['model', 'params.model', 's', /model|slash/i],
    ['webhook', 'params.body_base64', 's', /body|byte|sign|webhook/i, 'base64'],
    ['webhook', 'params.signature', 's', /sign|webhook|deliver|header/i],
    ['webhook', 'params.signature', 'l', /sign|v1|webhook|deliver/i, 'entries'],
    ['webhook', 'params.secrets', 'l', /secret|sign|rotat/i],
  ]),
  ...rows('sent', [
    ['all', 'method', 's', /method|route|request|POST|GET|sends/i],
    ['all', 'path', 's', /path|route|request|\/v1|id\b/i],
    ['all', 'headers.authorization', 's', /authori|bearer|key/i],
    ['keyed', 'headers.content-type', 's', /content-type|json/i],
    ['keyed', 'headers.idempotency-key', 's', /idempotency|key/i],
    ['chats', 'headers.x-svc-metadata', 's', /metadata/i],
    ['keyed', 'body', 'o', call],
    ['stream', 'body.stream', 'b', stream],
    ['chats', 'body.messages', 'l', call],
    ['keyed', 'body.model', 's', /model/i],
  ]),
  ...rows('received', [
    ['all', 'status', 'n', error],
    ['all', 'headers.x-svc-request-id', 's', /request.?id/i],
    ['all', 'headers.retry-after', 's', /retry-after|wait|retr/i],
    ['all', 'headers.content-type', 's', /content-type|json|event|stream/i],
    ['all', 'body', 'o', /./],
    ['all', 'body.error', 'o', error],
    ['all', 'body.error.code', 's', /code|error/i],
    ['all', 'body.error.message', 's', /message|error/i],
    ['all', 'body.error.kind', 's', /kind|error|retr|terminal/i],
    ['all', 'body.error.request_id', 's', /request.?id/i],
    ['all', 'body.error.retry_after_ms', 'n', /retry_after_ms|wait/i],
    ['chat', 'body.choices', 'l', /choice|content|reply|answer|completion/i],
    ['chat', 'body.choices.0.message', 'o', /message|content|reply|completion|tool/i],
    ['chat', 'body.choices.0.message.content', 's', /content|text|reply|completion/i],
    ['chat', 'body.choices.0.message.tool_calls', 'l', tools],
    ['chat', 'body.choices.0.message.tool_calls.0.function', 'o', tools],
    ['chat', 'body.choices.0.message.tool_calls.0.function.arguments', 's', tools],
    ['chat', 'body.model', 's', /model/i],
    ['chat', 'body.svc_metadata', 'o', /metadata/i],
    ['chat', 'body.usage', 'o', /usage/i],
    ['jobs', 'body.id', 's', /\bid\b|job/i],
    ['jobs', 'body.state', 's', state],
    ['output', 'body.output', 'l', links],
    ['output', 'body.output.0', 'o', links],
    ['output', 'body.output.0.url', 's', links],
    ['output', 'body.output.0.url_expires_at', 's', /link|expire|fresh/i],
    ['list', 'body.data', 'l', /model|list/i],
    ['list', 'body.data.0.id', 's', /model|list|\bid\b/i],
    ['model', 'body.id', 's', /model|\bid\b/i],
    ['model', 'body.modality', 's', /modality|model/i],
  ]),
  ...rows('chunk', [
    ['stream', 'choices', 'l', stream],
    ['stream', 'choices.0.delta', 'o', stream],
    ['stream', 'choices.0.delta.content', 's', stream],
    ['stream', 'choices.0.delta.tool_calls', 'l', tools],
    ['stream', 'choices.0.delta.tool_calls.0.id', 's', tools],
    ['stream', 'choices.0.delta.tool_calls.0.index', 'n', tools],
    ['stream', 'choices.0.delta.tool_calls.0.function', 'o', tools],
    ['stream', 'choices.0.delta.tool_calls.0.function.arguments', 's', tools],
    ['stream', 'choices.0.finish_reason', 's', stream],
    ['stream', 'error', 'o', error],
    ['stream', 'error.code', 's', /code|error/i],
    ['stream', 'error.message', 's', /message|error/i],
    ['stream', 'error.request_id', 's', /request.?id/i],
    ['stream', 'svc_metadata', 'o', /metadata/i],
  ]),
  ...rows('answered', [
    ['chats', 'result', 'o', /./],
    ['chats', 'result.content', 's', /content|text|reply|completion|stream/i],
    ['stream', 'result.complete', 'b', stream],
    ['chats', 'result.model', 's', /model/i],
    ['chats', 'result.tool_calls', 'l', tools],
    ['chats', 'result.tool_calls.0', 'o', tools],
    ['chats', 'result.tool_calls.0.arguments', 's', tools],
    ['chats', 'result.metadata', 'o', /metadata/i],
    ['jobs', 'result.id', 's', /\bid\b|job/i],
    ['jobs', 'result.state', 's', state],
    ['jobs', 'result.error', 'o', error],
    ['jobs', 'result.error.code', 's', /code|error/i],
    ['jobs', 'result.error.message', 's', /message|error/i],
    ['output', 'result.bytes', 'n', links],
    ['list', 'result.ids', 'l', /model|list/i],
    ['model', 'result.id', 's', /model|\bid\b/i],
    ['model', 'result.modality', 's', /modality|model/i],
    ['webhook', 'result.valid', 'b', /sign|webhook|deliver|accept|refuse/i],
    ['all', 'error', 'o', error],
    ['all', 'error.code', 's', /code|error/i],
    ['all', 'error.kind', 's', /kind|error/i],
    ['all', 'error.message', 's', /message|error/i],
    ['all', 'error.status', 'n', /status|error/i],
    ['all', 'error.request_id', 's', /request.?id/i],
  ]),
];
