import {
  type Account,
  caution,
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectAnyRefusal,
  expectRefusal,
  expectServedBeside,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { limitOf } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectNaming } from '../../support/expect-naming.ts';
import { modalityOf, submit } from '../../support/submissions.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Lengths within the limit, and beyond it: always by one too, so that no run misses a limit that is off by one. */
const most = limitOf('fallback models');
const within = [most, 1, 4, 3, 2];
const beyond = fc.oneof(
  { weight: 9, arbitrary: fc.constant(most + 1) },
  { weight: 1, arbitrary: fc.integer({ min: most + 2, max: 200 }) },
);
const streamed = [false, true];
const routes = ['image', 'transcription'] as const;

/** A list of so many ids, more than five of them different; usable ones where models can be made (freedom F124). */
async function listOf(world: World, count: number) {
  const account = await world.account();
  if (!world.has('models') || !world.has('upstreams'))
    throw new NotArranged('other models that serve, which a list could name, are unknown');
  const model = await account.usableModel();
  const others = await Promise.all(Array.from({ length: Math.min(count, 7) }, () => account.model()));
  const ids = Array.from({ length: count }, (_, index) => others[index % others.length]?.id ?? '');
  return { account, model, ids };
}

/** The tables give the bound and not the code; another 400 than invalid_request is worth a warning (freedom F074). */
function expectTooMany(world: World, exchange: Exchange): void {
  if (codeOf(exchange) === 'unsupported_capability') {
    expectAnyRefusal(world, exchange, ['unsupported_capability']);
    const expected = 'a refusal with 400 invalid_request';
    caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
  } else expectRefusal(world, exchange, 'invalid_request');
}

const acceptedChat = defineCheck({
  rule: 'fallback.limit.accepted-chat',
  ...every(...streamed.flatMap((stream) => within.map((count) => ({ count, stream })))),
  async decide(world, { count, stream }) {
    const { account, model, ids } = await listOf(world, count);
    const plain = { model: model.id, messages: hello, stream };
    const exchange = await account.key.chat({ ...plain, models: ids });
    await expectServedBeside(world, exchange, () => account.key.chat(plain));
  },
});

const refusedChat = defineCheck({
  rule: 'fallback.limit.refused-chat',
  input: fc.record({ count: beyond, stream: fc.boolean() }),
  examples: [
    ...streamed.map((stream) => ({ count: most + 1, stream })),
    { count: most + 1, stream: false, namesTwice: true },
  ],
  cases: 9,
  async decide(world, { count, stream, namesTwice }: { count: number; stream: boolean; namesTwice?: boolean }) {
    const { account, model, ids } = await listOf(world, count);
    if (namesTwice === true) return refusesRepeated(world, account, model, [...ids.slice(0, most), ids[0] ?? '']);
    const five = { model: model.id, models: ids.slice(0, most), messages: hello, stream };
    controlServed(await account.key.chat(five), 'fallback.limit.accepted-chat');
    expectTooMany(world, await account.key.chat({ ...five, models: ids }));
  },
});

/** Six items that name five models: counting the models is one that freedom F074 warns about. */
async function refusesRepeated(world: World, account: Account, model: Model, ids: readonly string[]): Promise<void> {
  const exchange = await account.key.chat({ model: model.id, models: ids, messages: hello });
  if (exchange.response?.status !== 200) return expectTooMany(world, exchange);
  const expected = 'a list of six items to be refused, though one of them stands twice';
  caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
}

const acceptedMedia = defineCheck({
  rule: 'fallback.limit.accepted-media',
  ...every(...routes.flatMap((route) => [most, 1, 3].map((count) => ({ count, route })))),
  async decide(world, { count, route }) {
    const account = await world.account();
    const modality = modalityOf[route];
    const model = await account.model({ modality });
    const others = await Promise.all(Array.from({ length: count }, () => account.model({ modality })));
    const exchange = await submit(route, account.key, model, { models: others.map(({ id }) => id) });
    await expectServedBeside(world, exchange, () => submit(route, account.key, model));
  },
});

const refusedMedia = defineCheck({
  rule: 'fallback.limit.refused-media',
  input: fc.record({ count: beyond, route: fc.constantFrom(...routes) }),
  examples: routes.map((route) => ({ count: most + 1, route })),
  cases: 5,
  async decide(world, { count, route }) {
    const account = await world.account();
    const modality = modalityOf[route];
    const model = await account.model({ modality });
    const others = await Promise.all(Array.from({ length: Math.min(count, 7) }, () => account.model({ modality })));
    const five = others.slice(0, most).map(({ id }) => id);
    controlServed(await submit(route, account.key, model, { models: five }), 'fallback.limit.accepted-media');
    const ids = Array.from({ length: count }, (_, index) => others[index % 7]?.id);
    expectTooMany(world, await submit(route, account.key, model, { models: ids }));
  },
});

const namesModels = defineCheck({
  rule: 'fallback.limit.names-models',
  input: fc.record({ count: beyond, stream: fc.boolean() }),
  examples: streamed.map((stream) => ({ count: most + 1, stream })),
  cases: 4,
  async decide(world, { count, stream }) {
    const { account, model, ids } = await listOf(world, count);
    const exchange = await account.key.chat({ model: model.id, models: ids, messages: hello, stream });
    expectNaming(world, exchange, 'models', 'fallback.limit.refused-chat');
  },
});

const refusedWithoutEffect = defineCheck({
  rule: 'fallback.limit.refused-without-effect',
  input: fc.record({ count: beyond, stream: fc.boolean() }),
  examples: streamed.map((stream) => ({ count: most + 1, stream })),
  cases: 3,
  async decide(world, { count, stream }) {
    const { account, model, ids } = await listOf(world, count);
    const refused = await account.key.chat({ model: model.id, models: ids, messages: hello, stream });
    await expectNoUpstreamCall(world, { key: account.key, model }, [refused], {
      status: 400,
      rule: 'fallback.limit.refused-chat',
    });
  },
});

export default [acceptedChat, refusedChat, acceptedMedia, refusedMedia, namesModels, refusedWithoutEffect];
