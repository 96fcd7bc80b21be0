import { defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { codeOf } from '../../support/json.ts';

export default defineCheck({
  rule: 'error.terminal.same-again',
  ...every<object>({ messages: 7 }, { model: 'gateproof/no-such-model' }, { max_tokens: 'many' }),
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
