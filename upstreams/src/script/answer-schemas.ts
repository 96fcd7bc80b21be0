import type { Schema } from '../schema/schema.ts';

const strings: Schema = { type: 'array', items: { type: 'string' } };
const count: Schema = { type: 'integer', minimum: 0 };
const seed: Schema = { type: 'string', description: "What the answer follows from. Default: the upstream's token." };

const says: Schema = {
  type: 'string',
  enum: ['words', 'echo'],
  default: 'words',
  description: 'Free text of a chat answer: seeded words, or what the user said last.',
};

/** How fast a chat answer comes. */
export const paceSchema: Schema = {
  type: 'object',
  description: "How fast a chat answer comes, on the upstream's clock. Default: at once.",
  properties: {
    firstTokenMs: { type: 'integer', minimum: 0, default: 0, description: 'Milliseconds before the first token.' },
    tokensPerSecond: { type: 'number', minimum: 0.1, description: 'Default: the tokens after the first come at once.' },
  },
  additionalProperties: false,
};

const usage: Schema = {
  type: 'object',
  description: 'Default: words of the messages, and one per token or piece of a tool call.',
  properties: { promptTokens: count, completionTokens: count },
  required: ['promptTokens', 'completionTokens'],
  additionalProperties: false,
};

const toolCall: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 1 },
    arguments: { type: 'string', description: 'JSON text.' },
  },
  required: ['id', 'name', 'arguments'],
  additionalProperties: false,
};

const answer = (kind: string, description: string, properties: Schema['properties'], required: string[]): Schema => ({
  type: 'object',
  description,
  properties: { kind: { const: kind }, ...properties },
  required: ['kind', ...required],
  additionalProperties: false,
});

const chat = answer(
  'chat',
  'A chat completion: one JSON body, or server-sent events when the request says stream.',
  {
    tokens: { ...strings, description: 'The content is their concatenation; a stream has a chunk for each.' },
    reasoning: { ...strings, description: 'Pieces of reasoning_content, sent before the content.' },
    toolCalls: { type: 'array', items: toolCall },
    refusal: { type: 'string' },
    finishReason: { type: 'string', description: 'Default: tool_calls when there are any, stop otherwise.' },
    finishes: { type: 'string', enum: ['apart', 'with-last-token'], default: 'apart' },
    usage,
    usageChunk: { type: 'string', enum: ['when-asked', 'always', 'never'], default: 'when-asked' },
    model: { type: 'string', description: 'Default: the model that the request names.' },
    pace: paceSchema,
  },
  ['tokens'],
);

/** Images that are sent as they stand. */
export const imagesSchema: Schema = {
  type: 'array',
  description: 'Sent as they stand. Default: small PNG images.',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      base64: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
      type: { type: 'string', minLength: 1, default: 'image/png', description: 'Media type.' },
    },
    required: ['base64'],
    additionalProperties: false,
  },
};

/** Schemas of every kind of answer. */
export const answerSchemas: readonly Schema[] = [
  answer(
    'default',
    'An answer made from a seed and the request, for whichever route is called.',
    { seed, says, pace: paceSchema },
    [],
  ),
  chat,
  answer(
    'image',
    'Images, by default small PNG images.',
    { images: imagesSchema, count: { ...count, description: 'Default: n of the request, or 1.' }, seed },
    [],
  ),
  answer(
    'transcription',
    'A text.',
    { text: { type: 'string' }, extra: { type: 'object', description: 'Further fields of the body.' } },
    ['text'],
  ),
];
