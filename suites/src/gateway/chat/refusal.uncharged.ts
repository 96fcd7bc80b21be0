import { controlRefused, controlServed, defineCheck, expectThat, SetupFailed } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

const defects = [{ messages: 'text' }, { max_tokens: {} }, { model: 'gateproof/no-such-model' }];

export default defineCheck({
  rule: 'chat.refusal.uncharged',
  ...every(...defects),
  cases: 4,
  requestsPerCase: 3,
  async decide(world, defect) {
    const account = await world.account();
    const model = world.has('models') ? await account.model({ priceUsd: 1 }) : await account.usableModel();
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const before = await account.usage();
    if (before.generations.length === 0) throw new SetupFailed('a served request was not recorded');
    const refused = await account.key.chat({ model: model.id, messages: hello, ...defect });
    controlRefused(refused, 'chat.body.messages.type');
    const after = await account.usage();
    expectThat(world, after.charged_usd === before.charged_usd, {
      expected: `charges to stay at ${before.charged_usd} USD after a refusal`,
      observed: `${after.charged_usd} USD`,
      exchanges: [refused.id],
    });
  },
});
