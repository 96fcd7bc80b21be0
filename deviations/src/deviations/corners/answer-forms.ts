import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, isChat, isObject, isStream, refusing } from '../../changes/exchange-changes.ts';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { hasList } from '../fallback.ts';
import { serving } from '../serving.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes whole completions as they go out. */
const inServed = (change: (body: JsonObject) => unknown, applies = (_request: SeenRequest) => true) =>
  answering((answer, request) =>
    isChat(request) && answer.status === 200 && applies(request)
      ? { ...answer, body: change(answer.body as JsonObject) }
      : answer,
  );

/** Leaves the notes out of some completions. */
const withoutNotes = (applies: (request: SeenRequest, told: JsonObject) => boolean) =>
  answeringBody((body, request, status) => {
    const field = Object.keys(body).find((name) => name.endsWith('_metadata'));
    const isMeant = isChat(request) && status === 200 && field !== undefined && applies(request, body);
    return isMeant ? without(body, field) : body;
  });

const asksForEvents = ({ headers }: SeenRequest) => String(headers.accept ?? '').includes('text/event-stream');
const asksForJson = ({ headers }: SeenRequest) => String(headers.accept ?? '').includes('application/json');

/** Ways to answer in the wrong form, in one corner only. */
export const answerFormCorners: readonly Deviation[] = [
  breaking(
    'model.get.content-type',
    'answers a read of a model as text/plain',
    answering((answer, request) =>
      request.route === 'model-get' && answer.status === 200 ? { ...answer, contentType: 'text/plain' } : answer,
    ),
  ),
  breaking(
    'chat.response.json:created',
    'answers 201',
    answering((answer, request) => (isChat(request) && answer.status === 200 ? { ...answer, status: 201 } : answer)),
  ),
  breaking(
    'chat.response.json:array',
    'answers an array of one completion',
    inServed((body) => [body]),
  ),
  breaking(
    'chat.response.json:done',
    'writes [DONE] behind the completion',
    inServed((body) => `${JSON.stringify(body)}\ndata: [DONE]\n\n`),
  ),
  breaking(
    'chat.response.json:twice',
    'answers the completion as text in JSON',
    inServed((body) => JSON.stringify(JSON.stringify(body))),
  ),
  breaking(
    'chat.response.json:slug',
    'knows no model whose slug has a dot and an underscore',
    refusing(
      (request) => isChat(request) && isObject(request.body) && /\..*_/.test(String(request.body.model)),
      'no_endpoint_available',
    ),
  ),
  breaking(
    'stream.answered.json-when-false:accept',
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
  ),
  breaking(
    'stream.answered.as-events:accept',
    'never streams to clients that would take JSON',
    jsonForStreams(asksForJson),
  ),
  ...(['tools', 'response_format', 'max_tokens'] as const).map((field) =>
    breaking(
      `stream.answered.as-events:${field}`,
      `never streams with ${field}`,
      patch('streaming', ({ isWanted }) => ({ isWanted: (body) => isWanted(body) && body[field] === undefined })),
    ),
  ),
  breaking(
    'stream.answered.as-events:keyed',
    'never streams under an Idempotency-Key',
    jsonForStreams(({ headers }) => headers['idempotency-key'] !== undefined),
  ),
  breaking(
    'stream.answered.as-events:noted',
    'never streams when notes are asked for',
    jsonForStreams(({ headers }) => Object.keys(headers).some((name) => name.endsWith('-metadata'))),
  ),
  ...(
    [
      ['tools', 'never tells the notes with tool calls', ({ body }) => JSON.stringify(body ?? '').includes('"tools"')],
      ['list', 'never tells the notes when there are fallback models', ({ body }) => hasList(body as JsonObject)],
      [
        'key',
        'never tells the notes under an Idempotency-Key',
        ({ headers }) => headers['idempotency-key'] !== undefined,
      ],
      [
        'fallback',
        'never tells the notes after a fallback',
        ({ body }, told) => told.model !== (body as JsonObject).model,
      ],
      [
        'not-streamed',
        'never tells the notes where stream is false',
        ({ body }) => (body as JsonObject).stream === false,
      ],
      [
        'format',
        'never tells the notes in a response format',
        ({ body }) => (body as JsonObject).response_format !== undefined,
      ],
      [
        'tool-called',
        'never tells the notes beside a call of a tool',
        (_request, told) => JSON.stringify(told).includes('"tool_calls":[{'),
      ],
      [
        'restricted-key',
        'never tells the notes to a key with a model set',
        ({ account, headers }) =>
          [...(account?.keys.values() ?? [])].some(
            ({ secret, restrictions }) =>
              headers.authorization === `Bearer ${secret}` && restrictions.models !== undefined,
          ),
      ],
    ] as const satisfies readonly (readonly [string, string, (request: SeenRequest, told: JsonObject) => boolean])[]
  ).map(([how, summary, applies]) => breaking(`chat.metadata.enabled:${how}`, summary, withoutNotes(applies))),
  breaking(
    'chat.metadata.other-value:prefix',
    'looks at the beginning of the metadata header only',
    patch('completions', { wantsMetadata: (header) => header?.startsWith('enabled') ?? false }),
  ),
  breaking(
    'chat.metadata.other-value:within',
    'looks for the word in the metadata header',
    patch('completions', { wantsMetadata: (header) => header?.includes('enabled') ?? false }),
  ),
];

/** Answers streamed requests with a completion in JSON. */
function jsonForStreams(applies: (request: SeenRequest) => boolean) {
  return serving((request) => isStream(request) && request.account !== undefined && applies(request));
}
