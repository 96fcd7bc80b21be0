import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const webhooks = (change: (behaviour: WebhookBehaviour) => Partial<WebhookBehaviour>) => patch('webhooks', change);
type Headers = Readonly<Record<string, string>>;
type HeaderFacts = Parameters<WebhookBehaviour['headers']>[0];

/** Changes the headers. */
const heading = (
  rule: string,
  how: string,
  summary: string,
  change: (headers: Headers, facts: HeaderFacts) => JsonObject,
) =>
  breaking(
    `${rule}:${how}`,
    summary,
    webhooks(({ headers }) => ({ headers: (facts) => change(headers(facts), facts) as Headers })),
  );

/** Ways to get wrong, in one corner only, the headers of deliveries. */
export const headerCorners: readonly Deviation[] = [
  heading('webhook.delivery.content-type', 'retry', 'sends retries as a form', (all, { attempt }) =>
    attempt > 1 ? { ...all, 'content-type': 'application/x-www-form-urlencoded' } : all,
  ),
  heading(
    'webhook.delivery.content-type',
    'none',
    'sends no content type',
    (all) => without(all, 'content-type') as JsonObject,
  ),
  heading('webhook.delivery.content-type', 'vendor', 'sends a type of its own', (all) => ({
    ...all,
    'content-type': 'application/vnd.gateway+json',
  })),
  heading(
    'webhook.delivery.event-present',
    'retry',
    'leaves out the event header on retries',
    (all, { attempt, names }) => (attempt > 1 ? (without(all, names.eventHeader) as JsonObject) : all),
  ),
  heading('webhook.delivery.event-equals-type', 'short', 'leaves out job. in the header', (all, { type, names }) => ({
    ...all,
    [names.eventHeader]: type.slice(4),
  })),
  heading('webhook.delivery.id-present', 'retry', 'sends no delivery id with retries', (all, { attempt, names }) =>
    attempt > 1 ? (without(all, names.deliveryHeader) as JsonObject) : all,
  ),
  heading('webhook.delivery.id-prefix', 'event', 'sends the id of the event', (all, { event, names }) => ({
    ...all,
    [names.deliveryHeader]: String(event.id),
  })),
  heading('webhook.delivery.id-of-one-event', 'type', 'makes delivery ids from types', (all, { type, names }) => ({
    ...all,
    [names.deliveryHeader]: `whd_${type}`,
  })),
  heading(
    'webhook.delivery.id-of-one-event',
    'attempt',
    'makes delivery ids from attempts on retries',
    (all, { attempt, names }) => (attempt > 1 ? { ...all, [names.deliveryHeader]: `whd_${attempt}` } : all),
  ),
  heading(
    'webhook.delivery.signature-present',
    'canceled',
    'leaves events of canceled jobs unsigned',
    (all, { type, names }) => (type === 'job.canceled' ? (without(all, names.signatureHeader) as JsonObject) : all),
  ),
  breaking('webhook.delivery.without-api-key:key', 'sends the API key along', (behaviour) => {
    let secret = '';
    return webhooks(({ signingSecrets, headers: present }) => ({
      signingSecrets(endpoint, then, attempt, account) {
        secret = [...account.keys.values()][0]?.secret ?? '';
        return signingSecrets(endpoint, then, attempt, account);
      },
      headers: (facts) => ({ ...present(facts), 'x-api-key': secret }),
    }))(behaviour);
  }),
];
