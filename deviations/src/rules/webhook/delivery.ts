import { rows } from '../../change.ts';
import { drop, edit, replace } from '../../edits/fields.ts';
import { inHeader, inHeaders, inMessages } from '../../operators/events.ts';
import { about, retries } from '../../scopes/deliveries.ts';

export const webhookDeliveries = rows('webhook.delivery', {
  method: inMessages('with PUT', () => ({ method: 'PUT' })),
  'content-type': inHeaders(replace('content-type', 'text/plain')),
  'content-type:retry': inHeaders(replace('content-type', 'application/x-www-form-urlencoded'), retries),
  'content-type:none': inHeaders(drop('content-type')),
  'content-type:vendor': inHeaders(replace('content-type', 'application/vnd.gateway+json')),
  'event-present': inHeaders(drop('*-Event')),
  'event-present:retry': inHeaders(drop('*-Event'), retries),
  'event-equals-type': inHeaders(replace('*-Event', 'job.succeeded')),
  'event-equals-type:short': inHeaders(edit('*-Event', 'without "job."', (type) => String(type).slice(4))),
  'id-present': inHeaders(drop('*-Delivery')),
  'id-present:retry': inHeaders(drop('*-Delivery'), retries),
  'id-prefix': inHeaders(edit('*-Delivery', 'without its prefix', (id) => String(id).slice(4))),
  'id-prefix:event': inHeader('*-Delivery', 'as the event id', ({ record }) => record.eventId),
  'id-of-one-event': inHeaders(replace('*-Delivery', 'whd_one')),
  'id-of-one-event:type': inHeader('*-Delivery', 'made of the type', ({ finished }) => `whd_${finished.type}`),
  'id-of-one-event:attempt': inHeader('*-Delivery', 'made of the attempt', ({ number }) => `whd_${number}`, retries),
  'signature-present': inHeaders(drop('*-Signature')),
  'signature-present:canceled': inHeaders(drop('*-Signature'), about('canceled')),
  'without-api-key': inHeader('authorization', 'as the secret', ({ endpoint }) => `Bearer ${endpoint.secrets[0]}`),
  'without-api-key:key': inHeader('x-api-key', 'as the API key', ({ finished }) => finished.job.key.secret),
});
