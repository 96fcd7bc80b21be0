import { controlRefused, controlServed, defineCheck, describeAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.credit.read',
  input: fc.constant('a read without credit'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await account.key.models());
    await account.setCredit(0);
    controlRefused(await submit('chat', account.key, model), 'auth.credit.chat');
    const read = await account.key.models();
    expectThat(world, read.response?.status === 200, {
      expected: 'GET /v1/models to be answered 200, because a read is not billed',
      observed: describeAnswer(read),
      exchanges: [read.id],
    });
  },
});
