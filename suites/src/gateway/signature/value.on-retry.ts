import { defineCheck, SetupFailed } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type EndState, endStates } from '../../support/finished-jobs.ts';
import { expectSignedBy } from '../../support/signatures.ts';
import { attemptsFor, firstAttempt, listen, runOutSchedule } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'signature.value.on-retry',
  ...every<EndState>(...endStates),
  async decide(world, state) {
    const listening = await listen(world);
    listening.webhook.answer({ kind: 'status', status: 500 });
    const { job } = await firstAttempt(world, listening, { state });
    await runOutSchedule(listening.account);
    const retries = attemptsFor(world, listening.webhook, job.id).slice(1);
    if (retries.length === 0)
      throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
    for (const { exchange } of retries)
      expectSignedBy(world, exchange, listening.webhook.secrets()[0], "the endpoint's secret");
  },
});
