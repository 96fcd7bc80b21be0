import {
  controlServed,
  defineCheck,
  type Exchange,
  expectEqualJson,
  expectThat,
  isObject,
  NotExercised,
  SetupFailed,
  script,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation, hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { forwardedField } from '../../support/forwarded-field.ts';
import { spelledAs } from '../../support/same-meaning.ts';
import { hasNull } from '../../support/texts.ts';
import { unusual } from '../../support/unusual-conversations.ts';

interface Forwarded {
  /** Values that are cases whatever the seed. */
  readonly surely?: readonly unknown[];
  readonly cases?: number;
  /** Whether a gateway may refuse the value (freedoms F009, F024 and F069). */
  mayBeRefused?(value: unknown): boolean;
}

/** A field of the client's body reaches the endpoint with the value that the client sent, streamed or not. */
function fieldArrives(
  rule: string,
  field: string,
  values: fc.Arbitrary<unknown>,
  { surely = [], cases = 5, mayBeRefused = () => false }: Forwarded = {},
) {
  return defineCheck({
    rule,
    input: fc.record({ value: values, stream: fc.boolean(), isAmongOthers: fc.constant(false) }),
    // Each streamed and not by turns, so that both are seen.
    examples: [
      ...surely.map((value, place) => ({ value, stream: place % 2 === 1, isAmongOthers: false })),
      ...(field in settings ? [{ value: surely[0], stream: false, isAmongOthers: true }] : []),
    ],
    cases: cases + (field in settings ? 1 : 0),
    async decide(world, { value, stream, isAmongOthers }) {
      const account = await world.account();
      const model = await account.model();
      const messages = field === 'response_format' ? helloInJson : hello;
      const others = isAmongOthers ? { ...settings, messages: helloInJson } : { messages };
      const pieces = value === ofManyBytes ? { pieceBytes: 7 } : {};
      const exchange = await account.key.chat({ model: model.id, ...others, stream, [field]: value }, pieces);
      if (isRefusedBody(exchange) && (isAmongOthers || mayBeRefused(value))) throw new NotExercised('it was refused');
      controlServed(exchange);
      const call = await model.upstreams[0]?.call(1);
      if (!isObject(call?.json)) throw new SetupFailed('the served request reached our upstream without a JSON body');
      expectEqualJson(
        world,
        value,
        spelledAs(value, forwardedField(call.json, field)),
        `${field} as the endpoint received it`,
        {
          exchanges: [exchange.id],
        },
      );
    },
  });
}

function isRefusedBody({ response }: Exchange): boolean {
  return [400, 404, 413].includes(response?.status ?? 0);
}

/** A request that leaves a mark on every field. */
const marked = {
  messages: [{ role: 'user', content: 'Say "earlier_text" in JSON.' }],
  max_tokens: 77,
  temperature: 0.3,
  tools: [{ type: 'function', function: { name: 'earlier_tool', parameters: { type: 'object', properties: {} } } }],
  response_format: { type: 'json_schema', json_schema: { name: 'earlier_answer', schema: { type: 'object' } } },
};
const marks: Readonly<Record<string, RegExp>> = {
  messages: /earlier_text/,
  max_tokens: /"max_(completion_)?tokens":77\b/,
  temperature: /"temperature":0\.3\b/,
  tools: /earlier_tool/,
  response_format: /earlier_answer/,
};

/** An account's second request does not bring along what its first one left behind in the gateway. */
const ownRequest = defineCheck({
  rule: 'chat.forward.own-request',
  ...every({ first: false, second: false }, { first: true, second: false }, { first: false, second: true }),
  describe: ({ first, second }) => `${first ? 'a stream' : 'a chat'}, then ${second ? 'a stream' : 'a chat'}`,
  async decide(world, { first, second }) {
    const account = await world.account();
    const model = await account.model();
    const ask = (body: object) => account.key.chat({ model: model.id, ...body, stream: first });
    let earlier = await ask(marked);
    // A model without tools, or without that form of answer, may refuse them (freedom F010).
    if (isRefusedBody(earlier)) earlier = await ask({ messages: marked.messages });
    controlServed(earlier);
    const calls = model.upstreams[0]?.calls().length ?? 0;
    const later = await account.key.chat({ model: model.id, messages: hello, stream: second });
    controlServed(later);
    const call = await model.upstreams[0]?.call(calls + 1);
    if (call === undefined) throw new SetupFailed('the second request that was served did not reach our upstream');
    const sent = JSON.stringify(call.json);
    const kept = Object.keys(marks).filter((field) => marks[field]?.test(sent));
    expectThat(world, kept.length === 0, {
      expected: 'the endpoint to receive the second request with nothing of the first',
      observed: `it received ${kept.join(', ')} of the first request: ${sent}`,
      exchanges: [earlier.id, later.id],
    });
  },
});

const tool = fc.record({
  type: fc.constant('function'),
  function: fc.record({
    name: fc.constantFrom('get_weather', 'lookUp_2'),
    description: fc.constantFrom('Looks up.', 'Sucht "Wetter" 😀'),
    parameters: fc.constantFrom<unknown>(
      { type: 'object', properties: {} },
      {
        type: 'object',
        properties: { n: { type: 'number', minimum: 0.5 } },
        required: ['n'],
        additionalProperties: false,
      },
    ),
  }),
});

/** What is easily lost: values that some languages take for none, and what a tool is not obliged to have. */
const fullTools = [
  {
    type: 'function',
    function: {
      name: 'setLevel',
      description: 'Sets it.',
      strict: true,
      parameters: {
        type: 'object',
        properties: { level: { type: 'number', minimum: 0, default: 0 }, note: { type: 'string', default: '' } },
        required: ['level'],
        additionalProperties: false,
      },
    },
  },
  { type: 'function', function: { name: 'a_first', description: 'Comes second.', parameters: { type: 'object' } } },
];

/** Values that may be null, and one that is nothing else: without it anything would be allowed. */
const nullableTools = [
  {
    type: 'function',
    function: {
      name: 'set_unit',
      parameters: { type: 'object', properties: { unit: { enum: ['a', null, 'b'] }, none: { const: null } } },
    },
  },
];

const fullFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: false,
    schema: { type: 'object', properties: { n: { type: 'number', minimum: 0 } }, additionalProperties: false },
  },
};

/** Many tools, under names with a dash, with long descriptions, and one with a schema that goes deep. */
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string', enum: ['', 'a'] } : { type: 'object', properties: { a: nested(levels - 1) } };
const manyTools = Array.from({ length: 20 }, (_, place) => ({
  type: 'function',
  function: {
    name: `get-level-${place}`,
    description: `Reports it${' again'.repeat(100)}.`,
    parameters: place === 0 ? nested(6) : { type: 'object', properties: {} },
  },
}));

const referringFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    schema: {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { n: { type: 'number' } } } },
    },
  },
};

/** Characters of several bytes each, in a body that arrives in pieces: some of them end within one. */
const ofManyBytes = [{ role: 'user', content: '海の家で5€払った 🏠🏖️' }];

/** Settings that stand together: none may be lost for the sake of another. */
const settings = {
  max_tokens: 77,
  temperature: 0.3,
  tools: fullTools,
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
};

const responseFormat = fc.constantFrom<unknown>(
  { type: 'json_object' },
  {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: { type: 'object', properties: { a: { type: 'string' } } } },
  },
);

/** Served requests that come one after the other make one call each, whatever else could serve. */
const once = defineCheck({
  rule: 'chat.forward.once',
  ...every(
    { endpoints: 1, stream: false },
    { endpoints: 1, stream: true },
    { endpoints: 3, stream: false },
    { endpoints: 3, stream: true },
    { endpoints: 2, stream: false },
  ),
  async decide(world, { endpoints, stream }) {
    const account = await world.account();
    const model = await account.model({ upstreams: Array.from({ length: endpoints }, () => script()) });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    controlServed(exchange);
    // A second request marks a moment at which a repeated first one would have been seen.
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const calls = model.upstreams.map((upstream) => upstream.calls().length);
    expectThat(world, calls.reduce((sum, count) => sum + count, 0) === 2, {
      expected: 'two requests that the first endpoint serves to make two calls',
      observed: `calls per endpoint: ${calls.join(', ')}`,
      exchanges: [exchange.id],
    });
  },
});

export default [
  fieldArrives('chat.forward.messages', 'messages', conversation({ awkward: true }), {
    surely: [ofManyBytes, ...unusual],
    cases: unusual.length + 7,
    mayBeRefused: (messages) => unusual.some((one) => one === messages) || hasNull(messages),
  }),
  fieldArrives('chat.forward.max-tokens', 'max_tokens', fc.integer({ min: 1, max: 900 }), { surely: [7, 900] }),
  fieldArrives('chat.forward.max-completion-tokens', 'max_completion_tokens', fc.integer({ min: 1, max: 900 }), {
    surely: [7, 900],
  }),
  fieldArrives('chat.forward.temperature', 'temperature', fc.constantFrom(0, 0.1, 0.7, 1, 1.5), {
    surely: [0, 0.7, 1.5, 0, 0.25],
    cases: 6,
    mayBeRefused: (temperature) => Number(temperature) > 1,
  }),
  fieldArrives('chat.forward.tools', 'tools', fc.array(tool, { minLength: 1, maxLength: 3 }), {
    surely: [fullTools, fullTools, manyTools, nullableTools],
    cases: 6,
    mayBeRefused: (value) => value === manyTools || value === nullableTools,
  }),
  fieldArrives('chat.forward.response-format', 'response_format', responseFormat, {
    surely: [fullFormat, fullFormat, referringFormat],
    mayBeRefused: (value) => value === referringFormat,
  }),
  ownRequest,
  once,
];
