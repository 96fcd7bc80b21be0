import {
  type Account,
  besideControl,
  controlAccepted,
  controlServed,
  controlStream,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectEqualJson,
  expectThat,
  type Model,
  mediaTypeOf,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { streamWords } from '../../support/field-words.ts';
import { chatUnder, expectAgain, identityOf, isConflict } from '../../support/idempotent-chat.ts';
import { settledUsage } from '../../support/settled-usage.ts';
import { contentOf, sayingAnew, tokensOf } from '../../support/streams.ts';
import { controlFirstResult, controlKeysWork } from '../../support/working-keys.ts';

/** An answer at once comes within it, also from a target that is met slowly. */
const atOnceMs = 1_500;
/** Of one name: HTTP reads the names of headers in any letter case. */
const spellings = ['Idempotency-Key', 'IDEMPOTENCY-KEY', 'idempotency-key'];
const times = fc.integer({ min: 1, max: 3 });
/** Sums of prices in binary fractions are compared with a thousandth of a cent to spare. */
const tolerance = 1e-5;

type Usage = Awaited<ReturnType<Account['usage']>>;

/** States that a model's upstreams were called so often in all. */
function expectCalls(world: World, model: Model, wanted: number, why: string, exchanges: readonly string[]): void {
  const calls = model.upstreams.reduce((sum, upstream) => sum + upstream.calls().length, 0);
  expectThat(world, calls === wanted, {
    expected: `calls of the endpoint: ${wanted}, ${why}`,
    observed: `calls of the endpoint: ${calls}`,
    exchanges,
  });
}

const afterFinish = defineCheck({
  rule: 'idempotency.chat.after-finish',
  input: times,
  examples: [spellings.length],
  cases: 3,
  describe: (again) => `asked ${again} times again`,
  async decide(world, again) {
    const account = await world.account();
    const model = await account.usableModel();
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key);
    controlServed(first);
    for (const name of spellings.slice(0, again)) {
      const exchange = await account.key.chat({ model: model.id, messages: hello }, { headers: [[name, key]] });
      if (expectAgain(world, exchange) === 'conflict') continue;
      const exchanges = [first.id, exchange.id];
      expectEqualJson(world, identityOf(first), identityOf(exchange), 'the first result, id and choices', {
        exchanges,
      });
    }
  },
});

const simultaneous = defineCheck({
  rule: 'idempotency.chat.simultaneous',
  input: fc.record({ count: fc.integer({ min: 2, max: 8 }), stream: fc.boolean() }),
  cases: 6,
  async decide(world, { count, stream }) {
    const account = await world.account();
    const model = await account.model();
    const key = world.unique('key');
    const exchanges = await Promise.all(
      Array.from({ length: count }, () => chatUnder(account.key, model, key, { stream })),
    );
    const answers = await besideControl(
      () => exchanges.map((exchange) => expectAgain(world, exchange)),
      async () => controlServed(await account.key.chat({ model: model.id, messages: hello, stream })),
    );
    controlThat(
      answers.includes('first result'),
      'every one of the simultaneous requests was refused',
      'idempotency.chat.in-progress',
    );
    expectCalls(
      world,
      model,
      1,
      'though the requests came at the same time',
      exchanges.map(({ id }) => id),
    );
  },
});

const isBusy = ({ response }: Exchange): boolean => response?.status === 429 || response?.status === 503;

/**
 * A 429 or 503 for a key whose request runs is the key's own answer, and no limit of the target, where others are served beside it before and after
 * the key gets it once more.
 */
async function expectNotBusy(world: World, account: Account, busy: Exchange, ask: () => Promise<Exchange>) {
  const beside = async () =>
    controlServed(await account.key.chat({ model: (await account.model()).id, messages: hello }));
  await beside();
  const again = await Promise.race([ask(), world.pause(atOnceMs).then(() => undefined)]);
  await beside();
  expectThat(world, again === undefined || again.response?.status !== busy.response?.status, {
    expected: 'the first result, or 409 idempotency_conflict, for a key whose request runs',
    observed: `${describeAnswer(busy)} each time, while other requests are served`,
    exchanges: again === undefined ? [busy.id] : [busy.id, again.id],
  });
}

const inProgress = defineCheck({
  rule: 'idempotency.chat.in-progress',
  ...every(false, true),
  cases: 3,
  describe: streamWords,
  async decide(world, stream) {
    const account = await world.account();
    const model = await account.model({ upstreams: [sayingAnew(tokensOf('a', 3), { kind: 'hang', gate: 'answer' })] });
    const key = world.unique('key');
    const first = chatUnder(account.key, model, key, { stream });
    if ((await model.upstreams[0]?.call(1)) === undefined)
      throw new SetupFailed('the first request did not reach our upstream', { prerequisite: 'chat.forward.once' });
    const second = chatUnder(account.key, model, key, { stream });
    // Whoever answers at once has answered by then; whoever waits for the first result gets it once the endpoint goes on.
    const early = await Promise.race([second, world.pause(atOnceMs).then(() => undefined)]);
    if (early !== undefined && isBusy(early))
      await expectNotBusy(world, account, early, () => chatUnder(account.key, model, key, { stream }));
    model.upstreams[0]?.release('answer');
    const exchange = early ?? (await second);
    expectAgain(world, exchange);
    const finished = await first;
    if (stream) controlStream(finished);
    else controlServed(finished);
    if (isConflict(exchange)) return;
    const [wanted, got] = [finished, exchange].map((one) => (stream ? contentOf(one) : identityOf(one)));
    expectEqualJson(world, wanted, got, 'the first result', { exchanges: [finished.id, exchange.id] });
  },
});

const streamOneGeneration = defineCheck({
  rule: 'idempotency.chat.stream-one-generation',
  ...every(false, true),
  cases: 4,
  describe: (whileOpen) => (whileOpen ? 'asked again while the stream is open' : 'asked again after the end'),
  async decide(world, whileOpen) {
    const account = await world.account();
    const gate = { kind: 'gate', gate: 'rest', beforeEvent: 3 } as const;
    const model = await account.model({ upstreams: [sayingAnew(tokensOf('a', 4), ...(whileOpen ? [gate] : []))] });
    const key = world.unique('key');
    const first = chatUnder(account.key, model, key, { stream: true });
    if (whileOpen) await model.upstreams[0]?.call(1);
    else controlStream(await first);
    const second = chatUnder(account.key, model, key, { stream: true });
    if (whileOpen) await Promise.race([second, world.pause(atOnceMs)]);
    model.upstreams[0]?.release();
    const ids = (await Promise.all([first, second])).map(({ id }) => id);
    controlStream(await first);
    for (const _third of ['third', 'fourth']) ids.push((await chatUnder(account.key, model, key, { stream: true })).id);
    expectCalls(world, model, 1, 'because the key and the body are the same', ids);
  },
});

const streamForm = defineCheck({
  rule: 'idempotency.chat.stream-form',
  input: fc.constant('a streamed request that comes again'),
  cases: 2,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    await controlKeysWork(world, account.key, model);
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key, { stream: true });
    controlStream(first);
    const exchange = await chatUnder(account.key, model, key, { stream: true });
    if (isConflict(exchange)) return world.stated();
    controlAccepted(exchange, 'idempotency.chat.stream-after-finish');
    expectThat(world, mediaTypeOf(exchange) !== 'application/json', {
      expected: 'a stream again, or 409 idempotency_conflict',
      observed: 'a JSON body',
      exchanges: [exchange.id],
    });
    controlFirstResult('stream', first, exchange);
  },
});

const chargedOnce = defineCheck({
  rule: 'idempotency.chat.charged-once',
  input: fc.record({ again: times, stream: fc.boolean() }),
  examples: [false, true].map((stream) => ({ again: 2, stream })),
  cases: 3,
  async decide(world, { again, stream }) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const key = world.unique('key');
    controlServed(await chatUnder(account.key, model, key, { stream }));
    // What is charged may be recorded a while after the answer.
    const before = await settledUsage(world, account, ({ charged_usd: usd }) => usd > 0);
    controlThat(before.charged_usd > 0, 'a served request was not charged', 'chat.served.charged-once');
    const ids = [];
    for (let count = 0; count < again; count += 1) ids.push((await chatUnder(account.key, model, key, { stream })).id);
    // A request of its own marks a moment at which a charge for the repeats would have been seen.
    const marker = await account.model({ priceUsd: 1 });
    controlServed(await account.key.chat({ model: marker.id, messages: hello }));
    const forMarker = ({ generations }: Usage) =>
      generations.filter(({ model: id }) => id === marker.id).reduce((sum, { charged_usd: usd }) => sum + usd, 0);
    const after = await settledUsage(world, account, (usage) => forMarker(usage) > 0);
    if (forMarker(after) === 0) throw new NotExercised('what another model charges is not distinguished');
    const charged = after.charged_usd - forMarker(after);
    expectThat(world, charged < before.charged_usd + tolerance, {
      expected: `${before.charged_usd} USD for the first request, however often it comes again`,
      observed: `${charged} USD`,
      exchanges: ids,
    });
  },
});

const otherHeaders = defineCheck({
  rule: 'idempotency.chat.other-headers',
  ...every<readonly ['metadata' | 'accept', stream: boolean]>(
    ['metadata', false],
    ['accept', false],
    ['metadata', true],
    ['accept', true],
  ),
  async decide(world, [which, stream]) {
    const account = await world.account();
    const model = await account.model();
    const key = world.unique('key');
    const first = await chatUnder(account.key, model, key, { stream });
    controlServed(first);
    const header =
      which === 'accept'
        ? (['Accept', '*/*'] as const)
        : ([serviceNames(world.prefix).metadataHeader, 'enabled'] as const);
    const second = await chatUnder(account.key, model, key, { stream }, { headers: [header] });
    await besideControl(
      () => expectCalls(world, model, 1, 'though a header differs', [first.id, second.id]),
      async () => controlKeysWork(world, account.key, await account.model()),
    );
  },
});

export default [afterFinish, simultaneous, inProgress, streamOneGeneration, streamForm, chargedOnce, otherHeaders];
