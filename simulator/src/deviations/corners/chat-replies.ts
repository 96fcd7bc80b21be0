import { answering, isChat, isStream } from '../../behaviour/exchange-changes.ts';
import type { SeenRequest } from '../../behaviour/exchanges.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import { breaking } from '../breaking.ts';
import { inCompletions, inMessages } from '../in-completions.ts';
import { inside, insideEach, without } from '../reshape.ts';
import { serving } from '../serving.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const inText = (change: (text: string) => string) =>
  inMessages((message) =>
    typeof message.content === 'string' ? { ...message, content: change(message.content) } : message,
  );
const inCalls = (change: (call: JsonObject, called: JsonObject) => JsonObject) =>
  inMessages((message) => insideEach(message, 'tool_calls', (call) => change(call, call.function as JsonObject)));
const inChoices = (change: (choice: JsonObject) => JsonObject) =>
  inCompletions((told) => insideEach(told, 'choices', change));
const hasCalls = ({ message }: JsonObject) => Array.isArray((message as JsonObject).tool_calls);

/** Changes whole completions as they go out. */
const inServed = (change: (body: JsonObject) => unknown, applies = (_request: SeenRequest) => true) =>
  answering((answer, request) =>
    isChat(request) && answer.status === 200 && applies(request)
      ? { ...answer, body: change(answer.body as JsonObject) }
      : answer,
  );

const contents: readonly Deviation[] = [
  breaking(
    'chat.relay.content',
    'cuts the content after 16,000 characters',
    inText((text) => text.slice(0, 16_000)),
    {
      how: 'large',
    },
  ),
  breaking(
    'chat.relay.content',
    'joins blanks',
    inText((text) => text.replace(/ {2,}/g, ' ')),
    { how: 'collapsed' },
  ),
  breaking(
    'chat.relay.content',
    'leaves out the text beside tool calls',
    inMessages((message) => (Array.isArray(message.tool_calls) ? { ...message, content: null } : message)),
    { how: 'beside-calls' },
  ),
  breaking(
    'chat.relay.unicode',
    'leaves out control characters',
    inText((text) => text.replace(/[\0\u007f]/g, '')),
    {
      how: 'controls',
    },
  ),
  breaking(
    'chat.relay.unicode',
    'escapes for HTML',
    inText((text) => text.replaceAll('<', '&lt;')),
    { how: 'html' },
  ),
  breaking(
    'chat.relay.unicode',
    'takes U+2028 for a line end',
    inText((text) => text.replaceAll('\u2028', '\n')),
    {
      how: 'separators',
    },
  ),
  breaking(
    'chat.relay.unicode',
    'leaves out joiners',
    inText((text) => text.replaceAll('\u200d', '')),
    {
      how: 'joiners',
    },
  ),
];

const calls: readonly Deviation[] = [
  ...(
    [
      [
        'objects',
        'tells arguments as objects',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: JSON.parse(String(called.arguments)) },
        })),
      ],
      [
        'empty',
        'tells no arguments as empty text',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: called.arguments === '{}' ? '' : called.arguments },
        })),
      ],
      [
        'names',
        'passes on one call of each name',
        inMessages((message) => {
          const seen = new Set<unknown>();
          const isFirst = ({ function: called }: { function: JsonObject }) => seen.size < seen.add(called.name).size;
          return Array.isArray(message.tool_calls)
            ? { ...message, tool_calls: message.tool_calls.filter(isFirst) }
            : message;
        }),
      ],
      [
        'escaped',
        'writes escapes in arguments out',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: String(called.arguments).replaceAll('\\u00e9', 'é') },
        })),
      ],
    ] as const
  ).map(([how, summary, apply]) => breaking('chat.relay.tool-calls', summary, apply, { how })),
  breaking(
    'chat.relay.finish-reason',
    'tells the end by tool calls as stop',
    inChoices((choice) => (hasCalls(choice) ? { ...choice, finish_reason: 'stop' } : choice)),
    { how: 'calls' },
  ),
  breaking(
    'chat.model.echoed',
    'names the model that the endpoint names',
    inCompletions((told, served) => ({ ...told, model: served.model })),
    { how: 'endpoint' },
  ),
];

const types: readonly Deviation[] = [
  ...(
    [
      [
        'created.type',
        'fraction',
        'tells created with a fraction',
        inCompletions((told) => ({ ...told, created: 1.5 })),
      ],
      [
        'created.type',
        'text',
        'tells created as digits',
        inCompletions((told) => ({ ...told, created: '1790000000' })),
      ],
      [
        'choices.type',
        'empty-item',
        'tells an empty second choice',
        inCompletions((told) => ({ ...told, choices: [...(told.choices as unknown[]), null] })),
      ],
      [
        'choices-index.type',
        'fraction',
        'tells the index with a fraction',
        inChoices((choice) => ({ ...choice, index: 0.5 })),
      ],
      [
        'choices-message.type',
        'array',
        'tells the message as an array',
        inChoices((choice) => ({ ...choice, message: [choice.message] })),
      ],
      [
        'choices-finish-reason.type',
        'flag',
        'tells finish_reason as a flag',
        inChoices((choice) => ({ ...choice, finish_reason: true })),
      ],
      [
        'usage-prompt-tokens.type',
        'negative',
        'tells prompt_tokens below zero',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, prompt_tokens: -1 }))),
      ],
      [
        'usage-completion-tokens.type',
        'text',
        'tells completion_tokens as digits',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, completion_tokens: '3' }))),
      ],
      [
        'usage-total-tokens.type',
        'fraction',
        'tells total_tokens with a fraction',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, total_tokens: 7.5 }))),
      ],
    ] as const
  ).map(([field, how, summary, apply]) =>
    breaking(`chat.field.${field}`, summary, apply, { how, entails: ['chat.', 'fallback.'] }),
  ),
];

const asksForEvents = ({ headers }: SeenRequest) => String(headers.accept ?? '').includes('text/event-stream');
const asksForJson = ({ headers }: SeenRequest) => String(headers.accept ?? '').includes('application/json');

const forms: readonly Deviation[] = [
  breaking(
    'chat.response.json',
    'answers 201',
    answering((answer, request) => (isChat(request) && answer.status === 200 ? { ...answer, status: 201 } : answer)),
    { how: 'created', entails: ['chat.', 'fallback.', 'auth.', 'limit.', 'error.', 'idempotency.'] },
  ),
  breaking(
    'chat.response.json',
    'answers an array of one completion',
    inServed((body) => [body]),
    {
      how: 'array',
      entails: ['chat.', 'fallback.', 'auth.', 'limit.', 'error.', 'idempotency.'],
    },
  ),
  breaking(
    'chat.response.json',
    'writes [DONE] behind the completion',
    inServed((body) => `${JSON.stringify(body)}\ndata: [DONE]\n\n`),
    {
      how: 'done',
      entails: ['chat.', 'fallback.', 'auth.', 'limit.', 'error.', 'idempotency.'],
    },
  ),
  breaking(
    'chat.response.json',
    'answers the completion as text in JSON',
    inServed((body) => JSON.stringify(JSON.stringify(body))),
    {
      how: 'twice',
      entails: ['chat.', 'fallback.', 'auth.', 'limit.', 'error.', 'idempotency.'],
    },
  ),
  breaking(
    'stream.answered.json-when-false',
    'streams to clients that would take events',
    answering((answer, request) =>
      isChat(request) && answer.status === 200 && asksForEvents(request)
        ? {
            status: 200,
            contentType: 'text/event-stream',
            body: `data: ${JSON.stringify(answer.body)}\n\ndata: [DONE]\n\n`,
          }
        : answer,
    ),
    { how: 'accept', entails: ['chat.response'] },
  ),
  breaking('stream.answered.as-events', 'never streams to clients that would take JSON', jsonForStreams(asksForJson), {
    how: 'accept',
  }),
  ...(['tools', 'response_format', 'max_tokens'] as const).map((field) =>
    breaking(
      'stream.answered.as-events',
      `never streams with ${field}`,
      patch('streaming', ({ isWanted }) => ({ isWanted: (body) => isWanted(body) && body[field] === undefined })),
      { how: field, entails: ['chat.forward', 'stream.'] },
    ),
  ),
  breaking(
    'stream.answered.as-events',
    'never streams under an Idempotency-Key',
    jsonForStreams(({ headers }) => headers['idempotency-key'] !== undefined),
    { how: 'keyed', entails: ['idempotency.'] },
  ),
  breaking(
    'stream.answered.as-events',
    'never streams when notes are asked for',
    jsonForStreams(({ headers }) => Object.keys(headers).some((name) => name.endsWith('-metadata'))),
    { how: 'noted' },
  ),
  breaking(
    'chat.metadata.enabled',
    'never tells the notes with tool calls',
    answering((answer, request) => {
      const { body } = answer;
      const asked = isChat(request) && JSON.stringify(request.body ?? '').includes('"tools"');
      const field = Object.keys((body ?? {}) as object).find((name) => name.endsWith('_metadata'));
      return asked && field !== undefined ? { ...answer, body: without(body as JsonObject, field) } : answer;
    }),
    { how: 'tools' },
  ),
  breaking(
    'chat.metadata.other-value',
    'looks at the beginning of the metadata header only',
    patch('completions', { wantsMetadata: (header) => header?.startsWith('enabled') ?? false }),
    { how: 'prefix' },
  ),
  breaking(
    'chat.metadata.other-value',
    'looks for the word in the metadata header',
    patch('completions', { wantsMetadata: (header) => header?.includes('enabled') ?? false }),
    { how: 'within' },
  ),
];

/** Answers streamed requests with a completion in JSON. */
function jsonForStreams(applies: (request: SeenRequest) => boolean) {
  return serving((request) => isStream(request) && request.account !== undefined && applies(request));
}

/** Ways to tell a reply wrongly, in one corner only. */
export const replyCorners: readonly Deviation[] = [...contents, ...calls, ...types, ...forms];
