import {
  controlServed,
  defineCheck,
  expectEqualJson,
  expectServed,
  expectThat,
  isObject,
  SetupFailed,
  script,
} from '@gateproof/harness';
import fc from 'fast-check';
import { conversation, hello } from '../../support/chat-bodies.ts';

/** A field of the client's body reaches the endpoint with the value that the client sent, streamed or not. */
function fieldArrives(rule: string, field: string, values: fc.Arbitrary<unknown>, cases = 5) {
  return defineCheck({
    rule,
    input: fc.record({ value: values, stream: fc.boolean() }),
    cases,
    async decide(world, { value, stream }) {
      const account = await world.account();
      const model = await account.model();
      const exchange = await account.key.chat({ model: model.id, messages: hello, stream, [field]: value });
      controlServed(exchange);
      const call = await model.upstreams[0]?.call(1);
      if (!isObject(call?.json)) throw new SetupFailed('the served request reached our upstream without a JSON body');
      expectEqualJson(world, value, call.json[field], `${field} as the endpoint received it`, {
        exchanges: [exchange.id],
      });
    },
  });
}

const tool = fc.record({
  type: fc.constant('function'),
  function: fc.record({
    name: fc.constantFrom('get_weather', 'lookup_2'),
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

const responseFormat = fc.constantFrom<unknown>(
  { type: 'json_object' },
  {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema: { type: 'object', properties: { a: { type: 'string' } } } },
  },
);

const once = defineCheck({
  rule: 'chat.forward.once',
  input: fc.record({ endpoints: fc.integer({ min: 1, max: 3 }), stream: fc.boolean() }),
  cases: 5,
  async decide(world, { endpoints, stream }) {
    const account = await world.account();
    const model = await account.model({ upstreams: Array.from({ length: endpoints }, () => script()) });
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream });
    expectServed(world, exchange);
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
  fieldArrives('chat.forward.messages', 'messages', conversation({ awkward: true }), 8),
  fieldArrives('chat.forward.max-tokens', 'max_tokens', fc.integer({ min: 1, max: 900 })),
  fieldArrives('chat.forward.max-completion-tokens', 'max_completion_tokens', fc.integer({ min: 1, max: 900 })),
  fieldArrives('chat.forward.temperature', 'temperature', fc.constantFrom(0, 0.1, 0.7, 1, 1.5)),
  fieldArrives('chat.forward.tools', 'tools', fc.array(tool, { minLength: 1, maxLength: 3 })),
  fieldArrives('chat.forward.response-format', 'response_format', responseFormat),
  once,
];
