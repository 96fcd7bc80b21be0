import {
  defineCheck,
  envelopeOf,
  expectAnswer,
  expectRefusal,
  expectThat,
  NotArranged,
  NotExercised,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { codeOf } from '../../support/json.ts';
import { shown } from '../../support/standing-table.ts';

const requestIds = defineCheck({
  rule: 'error.request-id.distinct',
  input: fc.constant('two refused requests'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const body = { model: world.unique('gateproof/no-such-model'), messages: hello };
    const exchanges = [await account.key.chat(body), await account.key.chat(body)];
    for (const exchange of exchanges) expectRefusal(world, exchange, 'no_endpoint_available');
    const ids = exchanges.map((exchange) => envelopeOf(exchange)?.request_id);
    if (!ids.every((id) => typeof id === 'string')) throw new NotExercised('the errors carry no request_id');
    expectThat(world, ids[0] !== ids[1], {
      expected: 'a request id of its own for each request',
      observed: `${shown(ids[0])} twice`,
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});

const unknownModel = defineCheck({
  rule: 'error.message.unknown-model',
  input: fc.constant('an unknown model'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const model = world.unique('gateproof/no-such-model');
    const exchange = await account.key.chat({ model, messages: hello });
    const { message } = expectRefusal(world, exchange, 'no_endpoint_available');
    expectThat(world, String(message).includes(model), {
      expected: `a message that names ${model}`,
      observed: shown(message),
      exchanges: [exchange.id],
    });
  },
});

const excludingFilter = defineCheck({
  rule: 'error.message.excluding-filter',
  input: fc.constant('a filter'),
  cases: 1,
  async decide(world) {
    const filter = world.fragments.excluding_filter;
    if (filter === undefined) throw new NotArranged('the target names no fragment excluding_filter');
    const account = await world.account();
    const model = await account.usableModel();
    const exchange = await account.key.chat({ model: model.id, messages: hello, ...filter });
    const { message } = expectRefusal(world, exchange, 'no_endpoint_available');
    const words = JSON.stringify(filter).match(/[A-Za-z_]{3,}/g) ?? [];
    expectThat(
      world,
      words.some((word) => String(message).toLowerCase().includes(word.toLowerCase())),
      {
        expected: `a message that names what excluded the endpoints: ${JSON.stringify(filter)}`,
        observed: shown(message),
        exchanges: [exchange.id],
      },
    );
  },
});

const sameAgain = defineCheck({
  rule: 'error.terminal.same-again',
  input: fc.constantFrom<object>({ messages: 7 }, { model: 'gateproof/no-such-model' }, { max_tokens: 'many' }),
  cases: 4,
  async decide(world, defect) {
    const account = await world.account();
    const model = await account.usableModel();
    const body = { model: model.id, messages: hello, ...defect };
    const exchanges = [];
    for (let count = 0; count < 3; count += 1) exchanges.push(await account.key.chat(body));
    for (const exchange of exchanges) expectAnswer(world, exchange);
    const codes = exchanges.map(codeOf);
    expectThat(world, codes[0] !== undefined && new Set(codes).size === 1, {
      expected: 'the same code each time',
      observed: codes.join(', '),
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});

const strays = [
  { method: 'GET', path: '/v1/no-such-route' },
  { method: 'GET', path: '/v1/chat/completions' },
  { method: 'DELETE', path: '/v1/models' },
  { method: 'POST', path: '/v1/models' },
  { method: 'GET', path: '/v2/models' },
];

const strayStatus = defineCheck({
  rule: 'error.unknown-route.status',
  input: fc.shuffledSubarray(strays, { minLength: strays.length }),
  cases: 1,
  requestsPerCase: strays.length,
  async decide(world, requests) {
    const account = await world.account();
    for (const request of requests) {
      const exchange = await account.key.send(request);
      const { status } = expectAnswer(world, exchange);
      expectThat(world, status >= 400 && status < 500, {
        expected: `${request.method} ${request.path} to be refused with a 4xx status`,
        observed: `status ${status}`,
        exchanges: [exchange.id],
      });
    }
  },
});

const strayEnvelope = defineCheck({
  rule: 'error.unknown-route.envelope',
  input: fc.shuffledSubarray(strays, { minLength: strays.length }),
  cases: 1,
  requestsPerCase: strays.length,
  async decide(world, requests) {
    const account = await world.account();
    for (const request of requests) {
      const exchange = await account.key.send(request);
      expectThat(world, envelopeOf(exchange) !== undefined, {
        expected: `the envelope in the answer to ${request.method} ${request.path}`,
        observed: `status ${exchange.response?.status ?? 'none'} without it`,
        exchanges: [exchange.id],
      });
    }
  },
});

export default [requestIds, unknownModel, excludingFilter, sameAgain, strayStatus, strayEnvelope];
