import {
  type CallOptions,
  controlStream,
  controlThat,
  defineCheck,
  describeAnswer,
  expectServedBeside,
  expectStream,
  expectThat,
  mediaTypeOf,
  NotExercised,
  script,
  show,
  streamOf,
  turn,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { conversation, hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { offering } from '../../support/offered-tools.ts';
import { refusedForField } from '../../support/refused-for-field.ts';
import { askStream, tokensOf } from '../../support/streams.ts';

/** What else a streamed request can say, which leaves it a streamed one. */
const company = {
  nothing: () => ({}),
  'a limit': () => ({ body: { max_tokens: 50 } }),
  'a format': () => ({ body: { messages: helloInJson, response_format: { type: 'json_object' } } }),
  tools: () => ({ body: { tools: offering('lookup') } }),
  'JSON is taken': () => ({ options: { headers: [['Accept', 'application/json']] } }),
  'events are taken': () => ({ options: { headers: [['Accept', 'text/event-stream']] } }),
  'an Idempotency-Key': (world: World) => ({ options: { idempotencyKey: world.unique('key') } }),
  notes: ({ prefix }: World) => ({ options: { headers: [[serviceNames(prefix).metadataHeader, 'enabled']] } }),
} satisfies Record<string, (world: World) => { readonly body?: object; readonly options?: CallOptions }>;
const companies = Object.keys(company) as (keyof typeof company)[];

const eventStream = 'text/event-stream';

const asEvents = defineCheck({
  rule: 'stream.answered.as-events',
  input: fc.record({ messages: conversation(), beside: fc.constantFrom(...companies) }),
  examples: companies.map((beside) => ({ messages: hello, beside })),
  cases: companies.length + 1,
  async decide(world, { messages, beside }) {
    const account = await world.account();
    const isOurs = world.has('models') && world.has('upstreams');
    // What a model of the target's own can do beside talking is not known.
    const mayBeRefused = !isOurs && (beside === 'tools' || beside === 'a format');
    const model = await (isOurs ? account.model() : account.usableModel());
    const { body, options }: { readonly body?: object; readonly options?: CallOptions } = company[beside](world);
    const exchange = await account.key.chat({ model: model.id, messages, stream: true, ...body }, options);
    const isRefused = mayBeRefused && (exchange.response?.status ?? 0) >= 400;
    if (isRefused || refusedForField(world, exchange, Object.keys(body ?? {})))
      throw new NotExercised('it was refused');
    const stream = expectStream(world, exchange);
    expectThat(world, stream.chunks.length > 0 && stream.doneCount > 0, {
      expected: 'a stream of chunks that are JSON objects, and data: [DONE] at its end',
      observed: `${describeAnswer(exchange)}, ${stream.chunks.length} chunks`,
      exchanges: [exchange.id],
    });
    // Events under another content type are server-sent events to no browser.
    const type = mediaTypeOf(exchange);
    controlThat(type === eventStream, `the events come under Content-Type '${type}'`, 'stream.event.content-type');
  },
});

const jsonWhenFalse = defineCheck({
  rule: 'stream.answered.json-when-false',
  ...every('application/json', 'text/event-stream, application/json', '*/*'),
  async decide(world, accept) {
    const account = await world.account();
    const model = await account.usableModel();
    const headers = [['Accept', accept]] as const;
    const body = { model: model.id, messages: hello };
    const exchange = await account.key.chat({ ...body, stream: false }, { headers });
    expectThat(world, mediaTypeOf(exchange) !== eventStream && streamOf(exchange).chunks.length === 0, {
      expected: 'one JSON body, because stream is false',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    await expectServedBeside(world, exchange, () => account.key.chat(body));
  },
});

interface WellEnded {
  readonly count: number;
  readonly finishes: 'apart' | 'with-last-token';
  /** A last chunk without choices, which many endpoints send whether they are asked for it or not. */
  readonly usageChunk: 'always' | 'never';
}

const errorFree = defineCheck<WellEnded>({
  rule: 'stream.answered.error-free',
  input: fc.record<WellEnded>({
    count: fc.integer({ min: 1, max: 6 }),
    finishes: fc.constantFrom<WellEnded['finishes']>('apart', 'with-last-token'),
    usageChunk: fc.constantFrom<WellEnded['usageChunk']>('always', 'never'),
  }),
  examples: [
    { count: 3, finishes: 'apart', usageChunk: 'always' },
    { count: 1, finishes: 'with-last-token', usageChunk: 'never' },
  ],
  cases: 3,
  describe: ({ count, finishes, usageChunk }) =>
    `a stream of ${count} tokens that finishes ${finishes}${usageChunk === 'always' ? ', with a usage chunk' : ''}`,
  async decide(world, { count, ...ends }) {
    const account = await world.account();
    const model = await account.model({
      upstreams: [script(turn({ kind: 'chat', tokens: tokensOf('a', count), ...ends }))],
    });
    const exchange = await askStream(account, model);
    const { chunks, errorChunks } = controlStream(exchange);
    controlThat(chunks.length > 0, 'the stream has no chunks', 'stream.answered.as-events');
    expectThat(world, errorChunks.length === 0, {
      expected: 'a stream without an error, because its endpoint ended well',
      observed: `the chunk ${show(errorChunks[0]?.json)}`,
      exchanges: [exchange.id],
    });
  },
});

export default [asEvents, jsonWhenFalse, errorFree];
