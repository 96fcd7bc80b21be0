import { SetupFailed } from '@gateproof/harness';
import type { FeatureControl } from '../beside-feature.ts';
import { attemptsFor, firstAttempt, runOutSchedule } from '../webhooks.ts';

/** An event that is not acknowledged is attempted again. */
const attemptsGoOn: FeatureControl = async (world, account) => {
  const webhook = await account.webhook({ path: '/unacknowledged' });
  webhook.answer({ kind: 'status', status: 500 });
  const { job } = await firstAttempt(world, { account, webhook });
  const attempts = () => attemptsFor(world, webhook, job.id).length;
  await runOutSchedule(account, () => attempts() > 1);
  webhook.answer({ kind: 'status', status: 200 });
  if (attempts() > 1) return;
  throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
};

/** What ends attempts, or delays them, beside attempts that go on. */
export const webhookControls: Readonly<Record<string, FeatureControl>> = {
  'webhook.acknowledged.status-200': attemptsGoOn,
  'webhook.acknowledged.status-201': attemptsGoOn,
  'webhook.acknowledged.status-202': attemptsGoOn,
  'webhook.acknowledged.status-204': attemptsGoOn,
  'webhook.acknowledged.status-other': attemptsGoOn,
  'webhook.acknowledged.in-nine-seconds': attemptsGoOn,
  'webhook.schedule.one-at-a-time': attemptsGoOn,
  'webhook.endpoint.removed': attemptsGoOn,
};
