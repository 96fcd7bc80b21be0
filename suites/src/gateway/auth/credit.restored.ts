import { controlRefused, controlServed, defineCheck, expectServed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
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
