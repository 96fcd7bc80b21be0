import type { Delivery, WebhookEvent } from '@gateproof/harness';
import { controlVerifies, deliverAll, expectAcknowledged } from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { expectHandledIfSeen } from '../support/receiver/effects.ts';

type Extension = (event: WebhookEvent) => Delivery;

/** Adds fields to an object of the job, or to each of a list, where there is one. */
function grown({ data }: WebhookEvent, name: string): Readonly<Record<string, unknown>> {
  const value: unknown = data[name];
  const more = { hint: 'new', deep: { list: [null] } };
  if (Array.isArray(value)) return { [name]: value.map((item) => ({ ...item, ...more })) };
  return typeof value === 'object' && value !== null ? { [name]: { ...value, ...more } } : {};
}

function grownCost(event: WebhookEvent): Readonly<Record<string, unknown>> {
  const usage = event.data.usage as { readonly cost?: object } | undefined;
  return usage?.cost === undefined ? {} : { usage: { ...usage, cost: { ...usage.cost, discount_usd: 0 } } };
}

/** Other words where words are left open, in the objects that the job has. */
function openWords({ data }: WebhookEvent): Readonly<Record<string, unknown>> {
  const usage = data.usage as { readonly cost?: object } | undefined;
  return {
    progress: { percent: 100, phase: 'dreaming', queue_position: 0 },
    ...(Array.isArray(data.output)
      ? { output: data.output.map((item) => ({ ...item, type: 'model/gltf-binary' })) }
      : {}),
    ...(usage === undefined
      ? {}
      : { usage: { ...usage, cost: { ...usage.cost, cost_source: 'stars', cost_status: 'maybe' } } }),
    ...(data.error === undefined ? {} : { error: { ...(data.error as object), scope: 'galaxy' } }),
  };
}

const rows: Readonly<Record<string, { readonly what: string; readonly deliveries: readonly Extension[] }>> = {
  'unknown-fields': {
    what: 'an event with unknown fields',
    deliveries: [
      (event) => ({ event: { ...event, api_version: '2027-01-01', livemode: true } as WebhookEvent }),
      (event) => ({
        event: {
          ...event,
          data: { ...event.data, thumbnails: [{ url: 'https://files.example.com/t.png' }], score: null },
        },
      }),
      ...['progress', 'usage', 'svc_metadata', 'error', 'output'].map(
        (name): Extension =>
          (event) => ({ event: { ...event, data: { ...event.data, ...grown(event, name) } } }),
      ),
      (event) => ({ event: { ...event, data: { ...event.data, ...grownCost(event) } } }),
    ],
  },
  'unknown-headers': {
    what: 'a delivery with unknown headers',
    deliveries: [
      (event) => ({
        event,
        headers: [
          ['SVC-Attempt', '1'],
          ['X-Trace', 'a,b;c="d"'],
          ['Traceparent', '00-0-0-01'],
        ],
      }),
    ],
  },
  'unknown-type': {
    what: 'a genuine event of an unknown type',
    deliveries: [(event) => ({ event: { ...event, type: 'job.archived' } })],
  },
  'unknown-values': {
    what: 'an event with unknown words where words are left open',
    deliveries: [
      (event) => ({
        event: {
          ...event,
          data: {
            ...event.data,
            modality: 'hologram',
            svc_metadata: {
              ...(event.data.svc_metadata as object),
              retention_class: 'eternal',
              region: 'moon-1',
              policy: ['unheard-of'],
            },
          },
        },
      }),
      (event) => ({ event: { ...event, data: { ...event.data, ...openWords(event) } } }),
    ],
  },
};

const extended = Object.entries(rows).map(([name, { what, deliveries }]) =>
  receiverCheck(`receiver.tolerance.${name}`, async (world, type) => {
    await controlVerifies(world, type);
    const all = deliveries.map((delivery) => delivery(world.event(type)));
    for (const exchange of await deliverAll(world, all)) expectAcknowledged(world, exchange, what);
    // What a receiver does about types and words that it does not know is its own business.
    if (name !== 'unknown-fields' && name !== 'unknown-headers') return;
    const events = all.map(({ event }) => event);
    await expectHandledIfSeen(world, events, what);
  }),
);

const reordered = receiverCheck('receiver.tolerance.reordered', async (world, type) => {
  await controlVerifies(world, type);
  const events = [10, 4_000, 300].map((agoS) => ({
    ...world.event(type),
    created_at: new Date((world.nowS() - agoS) * 1000).toISOString(),
  }));
  const what = 'an event that is older than one that came before';
  const deliveries = events.map((event) => ({ event }));
  for (const exchange of await deliverAll(world, deliveries)) expectAcknowledged(world, exchange, what);
  await expectHandledIfSeen(world, events, what);
});

/** What the contract leaves open or may add is no failure (Versioning, 4). */
const tolerance: readonly ReceiverCheck[] = [...extended, reordered];
export default tolerance;
