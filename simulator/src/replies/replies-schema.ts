import { errorTable } from '@gateproof/spec';
import { faultSchema, imagesSchema, paceSchema, type Schema } from '@gateproof/upstreams';

const count: Schema = { type: 'integer', minimum: 0 };
const name: Schema = { type: 'string', minLength: 1 };
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const codes = [...errorTable.values()].filter(({ status }) => status !== null).map(({ code }) => code);

const on = object({
  route: { type: 'string', enum: ['chat', 'image', 'transcription'], default: 'chat' },
  model: {
    ...name,
    description: 'The requested model. /…/ is a regular expression. An account without such a model gets it.',
  },
  message: {
    ...name,
    description: 'Part of the newest message, of prompt or of audio_url. /…/ is a regular expression.',
  },
  tools: { type: 'array', items: name, description: 'Names of tools that the request offers.' },
  headers: { type: 'object', description: 'Values of headers by their names. /…/ is a regular expression.' },
  stream: { type: 'boolean' },
  call: { type: 'integer', minimum: 1, description: 'Which of the requests that fit in all else, from 1.' },
});

const toolCall = object({ id: name, name, arguments: { type: ['object', 'string'], description: 'Default: {}.' } }, [
  'name',
]);

const error = object({ code: { type: 'string', enum: codes }, message: name, retryAfterMs: count }, ['code']);

const reply: Schema = {
  ...object({
    id: { ...name, description: 'Default: reply-1 and so on, by its place.' },
    on,
    text: { type: 'string', description: 'The content, or the transcript.' },
    json: { description: 'A value whose JSON is the content.' },
    toolCalls: { type: 'array', items: toolCall, minItems: 1 },
    reasoning: name,
    refusal: name,
    finishReason: name,
    usage: object({ promptTokens: count, completionTokens: count }, ['promptTokens', 'completionTokens']),
    pace: paceSchema,
    images: imagesSchema,
    delayMs: { ...count, description: 'How long the endpoint of a media job takes to answer.' },
    fault: faultSchema,
    error,
  }),
  description:
    'An error alone, or an answer of the model. Without content it is the answer that the model gives by itself.',
};

/** The one schema of canned replies; `schemas/replies.schema.json` of the contract package is this, written out. */
export const repliesSchema: Schema = object(
  {
    replies: { type: 'array', items: reply, description: 'The first that fits answers.' },
    strict: { type: 'boolean', default: false, description: 'Refuses what no reply fits.' },
    models: { type: 'array', items: name, description: 'Text models that the account gets.' },
  },
  ['replies'],
);
