import { controlRefused, defineCheck, expectAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { submitJob } from '../../support/media-jobs.ts';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.cap.read',
  input: fc.constant('a read after the cap is used up'),
  cases: 1,
  requestsPerCase: 5,
  async decide(world) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    const capped = await account.cappedKey(model);
    controlRefused(await submit('chat', capped, model), 'auth.cap.chat');
    const job = world.has('upstreams')
      ? (await submitJob(account.key, await account.usableModel('image'))).id
      : undefined;
    const reads = [() => capped.models(), () => capped.model(model.id)];
    if (job !== undefined) reads.push(() => capped.job(job));
    for (const ask of reads) {
      const read = await ask();
      const { status } = expectAnswer(world, read);
      expectThat(world, status === 200, {
        expected: `GET ${read.request.url} to be answered 200, because a read crosses no cap`,
        observed: `status ${status}`,
        exchanges: [read.id],
      });
    }
  },
});
