import { patch, type WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export const webhooks = (
  changes: Partial<WebhookBehaviour> | ((present: WebhookBehaviour) => Partial<WebhookBehaviour>),
) => patch('webhooks', changes);

const event = (change: (told: JsonObject) => JsonObject) =>
  webhooks(({ event: tell }) => ({ event: (facts) => change(tell(facts)) }));

const inData = (change: (data: JsonObject) => JsonObject) =>
  event((told) => ({ ...told, data: change(told.data as JsonObject) }));

const header = (
  change: (headers: Readonly<Record<string, string>>, type: string) => Readonly<Record<string, string>>,
) => webhooks(({ headers }) => ({ headers: (facts) => change(headers(facts), facts.type) }));

const named = (ending: string) => (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).find((name) => name.endsWith(ending)) ?? ending;

const events: readonly Deviation[] = [
  ...(['succeeded', 'failed', 'canceled'] as const).map((state) =>
    breaking(
      `webhook.event.${state}`,
      `sends nothing for ${state} jobs`,
      patch('jobs', { announces: ({ stage }) => stage.state !== state }),
    ),
  ),
  breaking(
    'webhook.event.transcription',
    'sends nothing for transcriptions',
    patch('jobs', { announces: ({ kind }) => kind !== 'transcription' }),
  ),
  breaking(
    'webhook.event.known-type',
    'calls canceled jobs cancelled',
    event((told) => ({ ...told, type: String(told.type).replace('canceled', 'cancelled') })),
  ),
  breaking(
    'webhook.event.type-of-state',
    'tells failed jobs as canceled',
    event((told) => ({ ...told, type: told.type === 'job.failed' ? 'job.canceled' : told.type })),
  ),
  breaking(
    'webhook.recipient.other-account',
    'sends to every account',
    webhooks({ recipients: (_finished, everyone) => [...everyone].flatMap(({ webhooks: all }) => [...all.values()]) }),
  ),
  breaking(
    'webhook.recipient.every-endpoint',
    'sends to the first endpoint only',
    webhooks(({ recipients }) => ({ recipients: (finished, everyone) => recipients(finished, everyone).slice(0, 1) })),
  ),
  breaking(
    'webhook.event.once-per-job',
    'makes a new event id for each attempt',
    webhooks(({ renews }) => ({ renews: { ...renews, eventId: true } })),
  ),
  breaking(
    'webhook.id.same-on-retry:fresh',
    'makes a new event id for retries',
    webhooks(({ renews }) => ({ renews: { ...renews, eventId: true } })),
  ),
  breaking(
    'webhook.id.created-at-same-on-retry',
    'tells created_at anew',
    webhooks(({ renews }) => ({ renews: { ...renews, createdAt: true } })),
  ),
  breaking(
    'webhook.id.distinct',
    'gives all events of a type one id',
    event((told) => ({ ...told, id: `evt_${String(told.type)}` })),
  ),
];

const bodies: readonly Deviation[] = [
  breaking(
    'webhook.delivery.content-type',
    'sends text/plain',
    header((headers) => ({ ...headers, 'content-type': 'text/plain' })),
  ),
  breaking(
    'webhook.delivery.event-present',
    'leaves out the event header',
    header((headers) => without(headers, named('-Event')(headers)) as never),
  ),
  breaking(
    'webhook.delivery.event-equals-type',
    'tells every event as succeeded in the header',
    header((headers) => ({ ...headers, [named('-Event')(headers)]: 'job.succeeded' })),
  ),
  breaking(
    'webhook.delivery.id-present',
    'leaves out the delivery header',
    header((headers) => without(headers, named('-Delivery')(headers)) as never),
  ),
  breaking(
    'webhook.delivery.id-prefix',
    'sends delivery ids without a prefix',
    header((headers) => ({
      ...headers,
      [named('-Delivery')(headers)]: String(headers[named('-Delivery')(headers)]).slice(4),
    })),
  ),
  breaking(
    'webhook.delivery.id-of-one-event',
    'sends one delivery id with everything',
    header((headers) => ({ ...headers, [named('-Delivery')(headers)]: 'whd_one' })),
  ),
  breaking(
    'webhook.delivery.signature-present',
    'leaves out the signature',
    header((headers) => without(headers, named('-Signature')(headers)) as never),
  ),
  breaking(
    'webhook.body.id-present',
    'sends no event id',
    event((told) => without(told, 'id')),
  ),
  breaking(
    'webhook.body.id-prefix',
    'sends event ids without a prefix',
    event((told) => ({ ...told, id: String(told.id).slice(4) })),
  ),
  breaking(
    'webhook.body.type-present',
    'sends no type',
    event((told) => without(told, 'type')),
  ),
  breaking(
    'webhook.body.created-at-present',
    'sends no created_at',
    event((told) => without(told, 'created_at')),
  ),
  breaking(
    'webhook.body.created-at-type',
    'sends created_at in unix seconds',
    event((told) => ({ ...told, created_at: 1_790_000_000 })),
  ),
  breaking(
    'webhook.body.data-present',
    'sends the job id as data',
    event((told) => ({ ...told, data: (told.data as JsonObject).id })),
  ),
  breaking(
    'webhook.body.data-id-prefix',
    'sends data.id without its prefix',
    inData((data) => ({ ...data, id: String(data.id).slice(4) })),
  ),
  breaking(
    'webhook.data.job-id',
    'sends the generation id as data.id',
    inData((data) => ({ ...data, id: `job_${String(data.generation_id)}` })),
  ),
  breaking(
    'webhook.data.equals-read-succeeded:usage',
    'leaves out the usage in events',
    inData((data) => without(data, 'usage')),
  ),
  breaking(
    'webhook.data.equals-read-succeeded:progress',
    'sends a job without progress',
    inData((data) => without(data, 'progress')),
  ),
  breaking(
    'webhook.data.equals-read-failed',
    'leaves out the error in events',
    inData((data) => without(data, 'error')),
  ),
  breaking(
    'webhook.data.equals-read-canceled',
    'leaves out completed_at of canceled jobs',
    inData((data) => (data.state === 'canceled' ? without(data, 'completed_at') : data)),
  ),
  breaking(
    'webhook.data.final',
    'sends jobs as processing',
    inData((data) => ({ ...data, state: 'processing' })),
  ),
];

const refusals: readonly (readonly [rest: string, summary: string, accepts: RegExp])[] = [
  ['http', 'takes http URLs', /^http:\/\/hooks\.example\.com(:80)?\//i],
  ['http-port-443', 'takes http on port 443', /^http:.*:443\//],
  ['other-port', 'takes port 8443', /:8443\//],
  ['localhost', 'takes localhost', /localhost/i],
  ['loopback', 'takes loopback addresses', /\/\/127\.\d+\.\d+\.\d+\//],
  ['private', 'takes 172.16/12', /\/\/172\./],
  ['link-local', 'takes the metadata address', /169\.254\.169\.254/],
  ['unspecified', 'takes 0.0.0.0', /\/\/0\.0\.0\.0/],
  ['ipv6-private', 'takes unique local addresses', /\[fc00|\[fd/],
  ['ipv4-in-ipv6', 'takes mapped addresses', /ffff:/],
  ['odd-spelling', 'takes decimal addresses', /\/\/\d{6,}\//],
];

const registrations: readonly Deviation[] = [
  ...refusals.map(([rest, summary, accepts]) =>
    breaking(
      `webhook.registration.${rest}`,
      summary,
      webhooks(({ urlProblem }) => ({ urlProblem: (url) => (accepts.test(url) ? undefined : urlProblem(url)) })),
    ),
  ),
  breaking(
    'webhook.registration.port-443',
    'refuses any port in a URL',
    webhooks(({ urlProblem }) => ({
      urlProblem: (url) => (/:443\//.test(url) ? 'must name no port' : urlProblem(url)),
    })),
  ),
  breaking(
    'webhook.registration.accepted',
    'refuses URLs with a query',
    webhooks(({ urlProblem }) => ({
      urlProblem: (url) => (url.includes('?x=1') ? 'must have no query' : urlProblem(url)),
    })),
  ),
];

/** Ways to get events and their deliveries wrong. */
export const webhookDeviations: readonly Deviation[] = [...events, ...bodies, ...registrations];
