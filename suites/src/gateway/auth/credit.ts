import {
  caution,
  codeOf,
  controlAccepted,
  controlAnswer,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectServed,
  expectThat,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { controlRetry, extraOf, type RequestVariant } from '../../support/request-variants.ts';
import { askAfter, askBeyondCredit, controlSpent, type Spender, spenders } from '../../support/spent-credit.ts';
import { modalityOf, submit } from '../../support/submissions.ts';
import { keyWithoutCredit } from '../../support/without-credit.ts';

/** One refusal ends nothing: the same request gets it again (Errors, `terminal`). */
async function expectRefusedAgain(world: World, variant: RequestVariant, send: () => Promise<Exchange>): Promise<void> {
  for (let sent = 0; sent < 2; sent += 1) {
    const exchange = await send();
    controlRetry(variant, exchange);
    expectRefusal(world, exchange, 'insufficient_credit');
  }
}

/** The models that a request names. */
const idsIn = ({ id }: Model, extra: object): readonly string[] => [
  id,
  ...('models' in extra && Array.isArray(extra.models) ? extra.models.map(String) : []),
];

/** What is served with credit is refused without. */
function refused(rule: string, rows: readonly RequestVariant[]) {
  return defineCheck({
    rule,
    ...every(...rows),
    async decide(world, variant) {
      const { route } = variant;
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      controlAccepted(await submit(route, account.key, model));
      const extra = await extraOf(world, account, variant);
      const key = await keyWithoutCredit(world, account, idsIn(model, extra));
      // What another account's job is to its retry is open (freedom F086).
      if (key !== account.key && variant.retrying === true) throw new NotArranged('no job of its own can fail');
      await expectRefusedAgain(world, variant, () => submit(route, key, model, extra));
    },
  });
}

const spentRequests = 6;

/** Where plain chats of a dollar use credit up, whatever else is paid for does so as well: the request after it is refused. */
async function expectUsedUp(world: World, exchange: Exchange, paidFor: string): Promise<void> {
  if (exchange.response?.status === 200) await controlSpent(world);
  controlAnswer(exchange);
  expectThat(world, codeOf(exchange) === 'insufficient_credit', {
    expected: `402 insufficient_credit after ${paidFor}`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

const fractionUsd = 0.004;
const fractions = `requests of ${fractionUsd} USD that came to more than the credit`;
const paidFor = (spender: Spender) => `three ${spender} of 1 USD each with a credit of 2.5 USD`;
const isSpender = (how: string): how is Spender => spenders.some((spender) => spender === how);

/** Credit ends by being spent, too; that a testbed's credit is spent at all is not promised, so this is only warned about. */
const chat = defineCheck({
  rule: 'auth.credit.chat',
  ...every(
    'none',
    'none, streamed',
    'spent',
    'none, with a list',
    'none, streamed, with a list',
    'none, of a capped key',
    'spent in fractions of a cent',
    ...spenders,
  ),
  async decide(world, how) {
    if (how === 'spent') {
      const account = await world.account();
      const model = await account.model({ priceUsd: 1 });
      await account.setCredit(1.5);
      controlAccepted(await submit('chat', account.key, model));
      const codes = [];
      // When exactly the rest counts as none is open; long after it was spent, nothing is served.
      for (let sent = 1; sent < spentRequests; sent += 1) codes.push(codeOf(await submit('chat', account.key, model)));
      if (codes.at(-1) !== 'insufficient_credit') {
        caution(world, {
          expected: `402 insufficient_credit in the end, ${spentRequests} requests of 1 USD with a credit of 1.5 USD`,
          observed: codes.map((code) => code ?? 'served').join(', '),
        });
      }
      world.stated();
      return;
    }
    if (isSpender(how)) return expectUsedUp(world, await askAfter(world, how), paidFor(how));
    if (how === 'spent in fractions of a cent')
      return expectUsedUp(world, await askBeyondCredit(world, fractionUsd), fractions);
    const account = await world.account();
    const model = await account.usableModel();
    controlAccepted(await submit('chat', account.key, model));
    const variant = {
      route: 'chat',
      stream: how.startsWith('none, streamed'),
      withList: how.endsWith('with a list'),
    } as const;
    const extra = await extraOf(world, account, variant);
    if (how === 'none, of a capped key' && !world.has('keys')) throw new NotArranged('no key can be made');
    const capped = how === 'none, of a capped key' ? await account.newKey({ monthly_cap_usd: 1_000 }) : undefined;
    const poor = await keyWithoutCredit(world, account, idsIn(model, extra));
    await expectRefusedAgain(world, variant, () => submit('chat', capped ?? poor, model, extra));
  },
});

const read = defineCheck({
  rule: 'auth.credit.read',
  input: fc.constant('a read without credit'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.models());
    // Whatever the chat is refused for: a read names no model.
    const key = await keyWithoutCredit(world, account, []);
    controlRefused(await submit('chat', key, model), 'auth.credit.chat');
    const read = await key.models();
    expectThat(world, read.response?.status === 200, {
      expected: 'GET /v1/models to be answered 200, because a read is not billed',
      observed: describeAnswer(read),
      exchanges: [read.id],
    });
  },
});

const restored = defineCheck({
  rule: 'auth.credit.restored',
  ...every(5, 1_000),
  describe: (usd) => `${usd} USD of new credit`,
  async decide(world, usd) {
    const account = await world.account();
    const model = await account.usableModel();
    const hasImages = world.has('models') && world.has('upstreams') && world.claims('jobs');
    const image = hasImages ? await account.usableModel('image') : undefined;
    controlServed(await submit('chat', account.key, model));
    if (image !== undefined) controlServed(await submit('image', account.key, image));
    await account.setCredit(0);
    if (image !== undefined) controlRefused(await submit('image', account.key, image), 'auth.credit.media');
    controlRefused(await submit('chat', account.key, model), 'auth.credit.chat');
    await account.setCredit(usd);
    expectServed(world, await submit('chat', account.key, model));
    if (image !== undefined) expectServed(world, await submit('image', account.key, image));
  },
});

/** Without credit nothing runs (Authentication, 6). */
export default [
  chat,
  refused('auth.credit.media', [
    { route: 'image' },
    { route: 'transcription' },
    { route: 'image', withList: true },
    { route: 'transcription', withList: true },
    { route: 'image', retrying: true },
  ]),
  read,
  restored,
];
