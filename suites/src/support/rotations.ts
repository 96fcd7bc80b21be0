import {
  type Account,
  type Exchange,
  expectThat,
  NotExercised,
  SetupFailed,
  type WebhookEndpoint,
  type World,
} from '@gateproof/harness';
import type { EndState } from './finished-jobs.ts';
import { freshSecret } from './fresh-secret.ts';
import type { MediaRoute } from './media-jobs.ts';
import { controlSignedBy, signatureOf } from './signatures.ts';
import { attemptsFor, firstAttempt, listen } from './webhooks.ts';

/** An endpoint whose secret was rotated: the secrets, the newest first. */
export interface Rotated {
  readonly account: Account;
  readonly webhook: WebhookEndpoint;
  readonly fresh: string;
  readonly previous: string;
}

/** Opens an endpoint, shows that its deliveries arrive, and rotates its secret. `second`: another endpoint was there before. */
export async function rotated(world: World, { second = false }: { readonly second?: boolean } = {}): Promise<Rotated> {
  const { account, webhook } = second ? await listenBeside(world) : await listen(world, { rotating: true });
  const { delivery } = await firstAttempt(world, { account, webhook });
  controlSignedBy(world, delivery.exchange, webhook.secrets());
  const [previous = ''] = webhook.secrets();
  return { account, webhook, fresh: await freshSecret(webhook), previous };
}

async function listenBeside(world: World) {
  const account = await world.account();
  await account.webhook({ path: '/beside' });
  return { account, webhook: await account.webhook({ path: '/rotating' }) };
}

/** The first attempt at the event of a new job. */
export async function nextDelivery(
  world: World,
  at: { readonly account: Account; readonly webhook: WebhookEndpoint },
  state: EndState = 'succeeded',
  route: MediaRoute = 'image',
): Promise<Exchange> {
  return (await firstAttempt(world, at, { state, route })).delivery.exchange;
}

/** A delivery that has failed and waits for its retry. */
export interface WaitingRetry {
  readonly account: Account;
  readonly webhook: WebhookEndpoint;
  /** Lets the clock run until the retry comes. */
  retry(): Promise<Exchange>;
  /** The same, where something happened meanwhile; fails when the retry comes only where that does not happen. */
  retryDespite(what: string): Promise<Exchange>;
}

/** Opens an endpoint and fails its first delivery. `rotatesFirst`: its secret was rotated before that; `state`: how its job ends. */
export async function waitingRetry(
  world: World,
  { rotatesFirst = false, state = 'succeeded' }: { readonly rotatesFirst?: boolean; readonly state?: EndState } = {},
): Promise<WaitingRetry> {
  const { account, webhook } = rotatesFirst ? await rotated(world) : await listen(world);
  webhook.answer({ kind: 'status', status: 500 });
  const { job, delivery } = await firstAttempt(world, { account, webhook }, { state });
  controlSignedBy(world, delivery.exchange, webhook.secrets());
  const attempts = () => attemptsFor(world, webhook, job.id);
  const next = async () => {
    const made = attempts().length;
    for (let passed = 0; passed < 13 && attempts().length <= made; passed += 1) await account.advance(3_600_000);
    return attempts()[made]?.exchange;
  };
  const retry = async () => {
    const exchange = await next();
    if (exchange !== undefined) return exchange;
    // A gateway may give up early (freedom F091), but not without trying again at all.
    if (attempts().length > 1) throw new NotExercised(`the attempts ended after ${attempts().length}`);
    throw new SetupFailed('a failed delivery is not tried again', { prerequisite: 'webhook.failure.status-5xx' });
  };
  return {
    account,
    webhook,
    retry,
    async retryDespite(what) {
      const made = attempts().length;
      const exchange = await next();
      if (exchange !== undefined) return exchange;
      const control = await waitingRetry(world, { state });
      for (let count = 1; count <= made; count += 1) await control.retry();
      expectThat(world, false, { expected: `a retry after ${what}, as without it`, observed: 'none within 13 hours' });
      throw new Error('unreachable');
    },
  };
}

/** Whether the secret still signs, as the first attempt at the event of a new job shows: it may have been retired by time (freedom F148). */
export async function stillSigns(
  world: World,
  at: { readonly account: Account; readonly webhook: WebhookEndpoint },
  secret: string | undefined,
): Promise<boolean> {
  // Whoever delivers events in their order holds this one back.
  const other = await nextDelivery(world, at).catch((thrown: unknown) => {
    throw thrown instanceof SetupFailed ? new NotExercised('no other event comes at once') : thrown;
  });
  return signatureOf(world, other, [secret ?? '']).signs[0] === true;
}
