import type { BadClient, ClientChanges, JsonObject } from '../client-behaviour.ts';
import { joined, referenceClient as right } from '../reference-client.ts';
import { rebodied, retold } from './patches.ts';

const without = (name: string): ClientChanges => rebodied(({ [name]: _left, ...body }) => body);
const changed = (name: string, change: (value: JsonObject) => unknown): ClientChanges =>
  rebodied((body) => (body[name] === undefined ? body : { ...body, [name]: change(body[name] as JsonObject) }));

const settings: readonly BadClient[] = [
  {
    id: 'client.request.settings-unchanged',
    changes: rebodied(({ temperature, ...body }) => (temperature ? { ...body, temperature } : body)),
  },
  {
    id: 'client.request.settings-unchanged:renamed',
    changes: rebodied(({ max_completion_tokens: most, ...body }) =>
      most === undefined ? body : { ...body, max_tokens: most },
    ),
  },
  {
    id: 'client.request.settings-unchanged:schema',
    changes: changed('response_format', ({ type }) => ({ type })),
  },
  {
    id: 'client.request.tools-unchanged',
    changes: rebodied((body) => (Array.isArray(body.tools) ? { ...body, tools: body.tools.slice(0, 1) } : body)),
  },
  {
    id: 'client.request.routing-unchanged',
    changes: changed('provider', ({ allow_fallbacks: _left, ...rest }) => rest),
  },
  { id: 'client.request.routing-unchanged:own', changes: without('svc') },
  { id: 'client.request.retry-of', changes: without('retry_of') },
  {
    id: 'client.request.submission-models',
    changes: rebodied((body, { op }) =>
      op.startsWith('create') && Array.isArray(body.models) ? { ...body, models: body.models.toReversed() } : body,
    ),
  },
];

const metadata: readonly BadClient[] = [
  {
    id: 'client.request.metadata-asked',
    changes: { metadata: (call) => (call.op === 'chat_stream' ? undefined : right.metadata(call)) },
  },
  {
    id: 'client.request.metadata-asked:at-first',
    changes: { metadata: (call) => (call.attempt === 1 ? right.metadata(call) : undefined) },
  },
  {
    id: 'client.request.metadata-asked:the-first-call',
    changes: {
      operations: {
        ...right.operations,
        async chat(tools, given) {
          const { metadata, ...others } = given.params ?? {};
          const isFirst = metadata === true && !tools.memory.has(`asked ${given.base_url}`);
          if (metadata === true) tools.memory.set(`asked ${given.base_url}`, true);
          return right.operations.chat(tools, isFirst ? given : { ...given, params: others });
        },
      },
    },
  },
  {
    id: 'client.answer.metadata',
    changes: retold('chat', (result, { memory }) => {
      if (result.metadata !== undefined && !memory.has('metadata')) memory.set('metadata', result.metadata);
      return result.metadata === undefined ? result : { ...result, metadata: memory.get('metadata') };
    }),
  },
  {
    id: 'client.answer.metadata:part',
    changes: retold('chat_stream', (result) =>
      result.metadata === undefined
        ? result
        : { ...result, metadata: { ...(result.metadata as JsonObject), policy: [] } },
    ),
  },
];

const parsed = (text: unknown) => JSON.stringify(JSON.parse(String(text)));
const calls: readonly BadClient[] = [
  {
    id: 'client.answer.tool-calls',
    changes: retold('chat', (result) =>
      Array.isArray(result.tool_calls)
        ? { ...result, tool_calls: result.tool_calls.map((one) => ({ ...one, arguments: parsed(one.arguments) })) }
        : result,
    ),
  },
  {
    id: 'client.answer.tool-calls:by-name',
    changes: retold('chat', (result) =>
      Array.isArray(result.tool_calls)
        ? { ...result, tool_calls: [...new Map(result.tool_calls.map((one) => [one.name, one])).values()] }
        : result,
    ),
  },
  {
    id: 'client.stream.tool-calls',
    changes: {
      streamed(chunks, given) {
        const pieces = joined(chunks);
        if (pieces.length < 2) return right.streamed(chunks, given);
        const text = pieces.map((piece) => piece.function?.arguments ?? '').join('');
        return { tool_calls: [{ id: pieces[0]?.id, name: pieces[0]?.function?.name, arguments: text }] };
      },
    },
  },
  {
    id: 'client.stream.tool-calls:beside-the-name',
    changes: { streamed: (chunks, given) => right.streamed(withoutFirstArguments(chunks), given) },
  },
];

/** Without the arguments that stand beside a name. */
function withoutFirstArguments(chunks: readonly JsonObject[]): readonly JsonObject[] {
  return chunks.map((chunk) =>
    JSON.parse(JSON.stringify(chunk), (_, value) =>
      typeof value?.name === 'string' && typeof value.arguments === 'string' ? { ...value, arguments: '' } : value,
    ),
  );
}

/** Clients that lose what the caller sets, or what a reply holds besides its text. */
export const givenDeviations: readonly BadClient[] = [...settings, ...metadata, ...calls];
