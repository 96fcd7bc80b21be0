import { isObject, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { withJob } from './shaped-jobs.ts';

/** What a gateway may make anew of an event for a further attempt, and what the event is then. */
export interface Renewal {
  /** Goes on after "comes again". */
  readonly what: string;
  /** The event as it was where it has nothing of the kind. */
  renew(event: WebhookEvent, world: ReceiverWorld): WebhookEvent;
}

const inAnHour = (world: ReceiverWorld) => new Date(world.nowS() * 1000 + hourMs).toISOString();

/** The links of a succeeded job. */
export function withFreshLinks(world: ReceiverWorld, event: WebhookEvent): WebhookEvent {
  if (event.type !== 'job.succeeded') return event;
  const output = [{ url: `https://files.example.com/fresh-${world.unique('link')}.png`, type: 'image/png' }];
  return { ...event, data: { ...event.data, output } };
}

/** Links of the same outputs that expire at another time. */
const withOtherExpiry: Renewal['renew'] = (event, world) => {
  const { output } = event.data;
  if (!Array.isArray(output)) return event;
  const items = output.filter(isObject);
  return withJob(event, { output: items.map((item) => ({ ...item, url_expires_at: inAnHour(world) })) });
};

/** What it cost may be settled late. */
const withSettledCost: Renewal['renew'] = (event) => {
  const { usage } = event.data;
  if (!isObject(usage)) return event;
  const cost = { ...(isObject(usage.cost) ? usage.cost : {}), billing_usd: 0.0375, cost_status: 'settled' };
  return withJob(event, { usage: { ...usage, cost } });
};

/** The moment of the attempt in the place of that of the event. */
const withNewTime: Renewal['renew'] = (event, world) => ({
  ...event,
  created_at: new Date(world.nowS() * 1000 + 1).toISOString(),
});

export const renewals: readonly Renewal[] = [
  { what: 'with fresh links', renew: (event, world) => withFreshLinks(world, event) },
  { what: 'with links that expire at another time', renew: withOtherExpiry },
  { what: 'with its cost settled', renew: withSettledCost },
  { what: 'with the created_at of its attempt', renew: withNewTime },
];

/** All of that at once. */
export const madeAnew = (world: ReceiverWorld, event: WebhookEvent): WebhookEvent =>
  renewals.reduce((renewed, { renew }) => renew(renewed, world), event);
