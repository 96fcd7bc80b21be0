import type { ReceivedDelivery } from '../../simulator/src/testing/receiver.fixture.ts';
import { clock } from '../clock.ts';
import type { LoggedDelivery, SoakAccount } from './soak-account.ts';
import type { SoakWorld } from './soak-world.ts';

const quarterDayMs = 6 * 3_600_000;
/** A job may need a while to end on a busy machine; eight attempts need less than three days. */
const mostTurns = 200;
const allAttempts = 8;

/** Lets the jobs of an account end and its events be delivered, and returns one line for each that was lost, doubled or came to somebody else. */
export async function settle(account: SoakAccount, { endpoint, receiver }: SoakWorld): Promise<readonly string[]> {
  endpoint.release(account.name);
  await account.calm();
  let deliveries = await account.deliveriesAfter(quarterDayMs);
  for (let turn = 0; turn < mostTurns && !isOver(account, deliveries); turn += 1) {
    await clock.pause(50);
    deliveries = await account.deliveriesAfter(turn % 10 === 9 ? quarterDayMs : 1_000);
  }
  const received = receiver.deliveries.filter(({ path }) => path === `/${account.name}`);
  return [...account.problems, ...lost(account, deliveries), ...misdirected(account, deliveries, received)];
}

function isOver({ jobs }: SoakAccount, deliveries: readonly LoggedDelivery[]): boolean {
  return deliveries.length >= jobs.size && deliveries.every(isDone);
}

function isDone({ state, attempts }: LoggedDelivery): boolean {
  return state === 'delivered' || (state === 'given-up' && attempts.length === allAttempts);
}

function lost({ jobs }: SoakAccount, deliveries: readonly LoggedDelivery[]): readonly string[] {
  const byJob = new Map(deliveries.map((delivery) => [delivery.jobId, delivery]));
  return [...jobs].flatMap((id) => {
    const delivery = byJob.get(id);
    if (delivery === undefined) return [`lost: job ${id} has no delivery`];
    return isDone(delivery)
      ? []
      : [`lost: the delivery of job ${id} is ${delivery.state} after ${delivery.attempts.length} attempts`];
  });
}

function misdirected(
  { jobs, name }: SoakAccount,
  deliveries: readonly LoggedDelivery[],
  received: readonly ReceivedDelivery[],
): readonly string[] {
  const events = new Map(deliveries.map(({ jobId, eventId }) => [jobId, eventId]));
  return received.flatMap(({ body }) => {
    const event = JSON.parse(body);
    if (!jobs.has(event.data.id)) return [`cross-talk: ${name} received the event of job ${event.data.id}`];
    return events.get(event.data.id) === event.id
      ? []
      : [`doubled: job ${event.data.id} has a second event ${event.id}`];
  });
}
