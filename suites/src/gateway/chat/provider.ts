import {
  besideControl,
  controlRefused,
  controlServed,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectThat,
  type Model,
  NotArranged,
  streamOf,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { broken } from '../../support/fallbacks.ts';
import { fragmentOf } from '../../support/fragment-of.ts';

const excludingFilter = defineCheck({
  rule: 'chat.provider.excluding-filter',
  ...every(
    { stream: false, list: false },
    { stream: true, list: false },
    { stream: false, list: true },
    { stream: true, list: true },
  ),
  async decide(world, { stream, list }) {
    const filter = fragmentOf(world, 'excluding_filter');
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    if (list && !world.has('models')) throw new NotArranged('no other model can be made');
    const models = list ? { models: [(await account.model()).id] } : {};
    const exchange = await account.key.chat({ model: model.id, messages: hello, stream, ...models, ...filter });
    expectRefusal(world, exchange, 'no_endpoint_available');
  },
});

/** Control that `provider` is read at all: a model that serves is refused where its filter excludes every endpoint. */
async function controlFiltered(world: World): Promise<void> {
  const filter = fragmentOf(world, 'excluding_filter');
  const account = await world.account();
  const model = await account.usableModel();
  controlRefused(
    await account.key.chat({ model: model.id, messages: hello, ...filter }),
    'chat.provider.excluding-filter',
  );
}

/** Whether there is an error in place of an answer: one that comes in a stream may follow a status of success (freedom F118). */
function isRefused(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 400 || streamOf(exchange).errorChunks.length > 0;
}

/** The request is not served, and no endpoint of the model is asked. */
function expectNotAnswered(world: World, exchange: Exchange, { upstreams }: Model, why: string): void {
  const calls = upstreams.flatMap((upstream) => upstream.calls()).length;
  expectThat(world, isRefused(exchange) && calls === 0, {
    expected: `an error, and no call of the model that ${why}, whatever provider asks for`,
    observed: `${describeAnswer(exchange)}; ${calls} calls`,
    exchanges: [exchange.id],
  });
}

/** The rule that a request breaks which is answered so without `provider`. */
const limited = {
  unlisted: 'fallback.answer.no-list',
  forbidden: 'auth.model.chat',
  'forbidden fallback': 'fallback.list.forbidden-entry',
} as const;

/** What would answer without a limit: a model that nobody listed, and one outside the key's set. */
const neverWidens = defineCheck({
  rule: 'chat.provider.never-widens',
  ...every<readonly ['unlisted' | 'forbidden' | 'forbidden fallback', boolean]>(
    ['unlisted', false],
    ['forbidden', false],
    ['forbidden fallback', false],
    ['unlisted', true],
    ['forbidden', true],
  ),
  async decide(world, [limit, stream]) {
    const widest = fragmentOf(world, 'widest_provider');
    const account = await world.account();
    const other = await account.model();
    const plain = await account.key.chat({ model: other.id, messages: hello, ...widest });
    if (plain.response?.status === 400) throw new NotArranged('the options of provider are refused');
    controlServed(plain);
    const isFallback = limit === 'forbidden fallback';
    const own = await account.model(isFallback || limit === 'unlisted' ? { upstreams: [broken] } : {});
    const beyond = await account.model();
    const key = limit === 'unlisted' ? account.key : await account.newKey({ models: [own.id] });
    const asked = limit === 'forbidden' ? { model: beyond.id } : { model: own.id };
    const list = isFallback ? { models: [beyond.id] } : {};
    const ask = (options: object) => key.chat({ ...asked, ...list, messages: hello, stream, ...options });
    const exchange = await ask(widest);
    const why = limit === 'unlisted' ? 'the request does not name' : "is outside the key's set";
    await besideControl(
      () => expectNotAnswered(world, exchange, beyond, why),
      async () => {
        controlThat(isRefused(await ask({})), 'it is answered without options of provider as well', limited[limit]);
      },
    );
    await controlFiltered(world);
  },
});

/** What the options of `provider` do, and what they must not (Endpoints, provider). */
export default [excludingFilter, neverWidens];
