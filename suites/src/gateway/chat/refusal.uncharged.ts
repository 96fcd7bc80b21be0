import {
  type Account,
  controlRefused,
  controlServed,
  controlThat,
  defineCheck,
  type Exchange,
  expectThat,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { settledUsage } from '../../support/settled-usage.ts';

/** Sums of prices in binary fractions are compared with a thousandth of a cent to spare. */
const tolerance = 1e-5;

const chat = ({ key }: Account, model: Model, defect: object = {}) =>
  key.chat({ model: model.id, messages: hello, ...defect });

/** Refusals before any endpoint was tried; `NotExercised` where a target can't be brought to one. */
const refusals = {
  'an invalid body': (_world: World, account: Account, model: Model) => chat(account, model, { messages: 'text' }),
  'an invalid field of a stream': (_world: World, account: Account, model: Model) =>
    chat(account, model, { stream: true, max_tokens: {} }),
  'an unknown model': (_world: World, account: Account, model: Model) =>
    chat(account, model, { model: 'gateproof/no-such-model' }),
  'a forbidden model': async (world: World, account: Account, model: Model): Promise<Exchange> => {
    if (!world.has('keys') || !world.has('models')) throw new NotArranged('no key can be made with a model set');
    const other = await account.model();
    const key = await account.newKey({ models: [other.id] });
    return key.chat({ model: model.id, messages: hello });
  },
  'an unsupported feature': (world: World, account: Account, model: Model) => {
    if (world.fragments.unsupported_feature === undefined) throw new NotExercised('no such feature is known');
    return chat(account, model, world.fragments.unsupported_feature);
  },
  'a rate limit': async (world: World, account: Account, model: Model): Promise<Exchange> => {
    if (!world.has('rate-limit')) throw new NotArranged('no rate limit can be set');
    await account.setRateLimit({ requests: 1, windowMs: 60_000 });
    // What came before the limit may count, and its window may turn.
    let exchange = await chat(account, model);
    for (let sent = 1; sent < 4 && exchange.response?.status === 200; sent += 1) exchange = await chat(account, model);
    await account.setRateLimit(null);
    return exchange;
  },
};
const names = Object.keys(refusals) as (keyof typeof refusals)[];

export default defineCheck({
  rule: 'chat.refusal.uncharged',
  ...every(...names),
  async decide(world, name) {
    const account = await world.account();
    const model = world.has('models') ? await account.model({ priceUsd: 1 }) : await account.usableModel();
    controlServed(await chat(account, model));
    const before = await settledUsage(world, account, (seen) => seen.charged_usd > 0);
    if (before.charged_usd === 0 && !world.has('models')) throw new NotArranged('no model that has a price is known');
    controlThat(before.charged_usd > 0, 'a request that was served was not charged', 'chat.served.charged-once');
    const refused = await refusals[name](world, account, model);
    // Some gateways ignore features that they do not offer (freedom F063).
    if (name === 'an unsupported feature' && refused.response?.status === 200) throw new NotExercised('it was served');
    controlRefused(refused, 'chat.body.messages.type');
    // What is recorded of a request that is served afterwards marks a moment at which a charge for the refusal would have been seen.
    controlServed(await chat(account, model));
    const wanted = before.charged_usd * served(world);
    const after = await settledUsage(world, account, (seen) => seen.charged_usd > wanted - tolerance);
    expectThat(world, Math.abs(after.charged_usd - wanted) < tolerance, {
      expected: `charges of ${wanted} USD after a refusal`,
      observed: `${after.charged_usd} USD`,
      exchanges: [refused.id],
    });
  },
});

/** How many chat requests of the case were served. */
function served(world: World): number {
  return world
    .exchanges()
    .filter(
      ({ side, request, response }) => side === 'request' && request.method === 'POST' && response?.status === 200,
    ).length;
}
