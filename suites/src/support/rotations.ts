import { type Account, type Exchange, SetupFailed, type WebhookEndpoint, type World } from '@gateproof/harness';
import type { EndState } from './finished-jobs.ts';
import { attemptsFor, firstAttempt, listen } from './webhooks.ts';

/** An endpoint whose secret was rotated: the secrets, the newest first. */
export interface Rotated {
  readonly account: Account;
  readonly webhook: WebhookEndpoint;
  readonly fresh: string;
  readonly previous: string;
}

/** Opens an endpoint, shows that its deliveries arrive, and rotates its secret. */
export async function rotated(world: World): Promise<Rotated> {
  const { account, webhook } = await listen(world, { rotating: true });
  await firstAttempt(world, { account, webhook });
  const [previous = ''] = webhook.secrets();
  return { account, webhook, fresh: await webhook.rotate(), previous };
}

/** The first attempt at the event of a new job. */
export async function nextDelivery(
  world: World,
  at: { readonly account: Account; readonly webhook: WebhookEndpoint },
  state: EndState = 'succeeded',
): Promise<Exchange> {
  return (await firstAttempt(world, at, { state })).delivery.exchange;
}

/** A delivery that has failed once and waits for its retry; `retry` lets the clock run until it comes. */
export async function waitingRetry(
  world: World,
): Promise<{ readonly account: Account; readonly webhook: WebhookEndpoint; retry(): Promise<Exchange> }> {
  const { account, webhook } = await listen(world);
  webhook.answer({ kind: 'status', status: 500 });
  const { job } = await firstAttempt(world, { account, webhook });
  return {
    account,
    webhook,
    async retry() {
      const made = attemptsFor(world, webhook, job.id).length;
      for (let passed = 0; passed < 13 && attemptsFor(world, webhook, job.id).length <= made; passed += 1)
        await account.advance(3_600_000);
      const next = attemptsFor(world, webhook, job.id)[made];
      if (next === undefined)
        throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
      return next.exchange;
    },
  };
}
