import { controlRefused, defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.cap.read',
  input: fc.constant('a read after the cap is used up'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const capped = await account.cappedKey(model);
    controlRefused(await submit('chat', capped, model), 'auth.cap.chat');
    const read = await capped.models();
    const { status } = expectAnswer(world, read);
    expectThat(world, status === 200, {
      expected: 'GET /v1/models to be answered 200, because a read crosses no cap',
      observed: `status ${status}`,
      exchanges: [read.id],
    });
  },
});
