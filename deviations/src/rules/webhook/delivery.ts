import { about, retries } from '../../delivery-scopes.ts';
import { drop, edit, replace } from '../../edits.ts';
import { inHeader, inHeaders, inMessages } from '../../operators/deliveries.ts';
import { rows } from '../../rows.ts';

export const webhookDeliveries = rows({
  'webhook.delivery.method': inMessages('with PUT', () => ({ method: 'PUT' })),
  'webhook.delivery.content-type': inHeaders(replace('content-type', 'text/plain')),
  'webhook.delivery.content-type:retry': inHeaders(
    replace('content-type', 'application/x-www-form-urlencoded'),
    retries,
  ),
  'webhook.delivery.content-type:none': inHeaders(drop('content-type')),
  'webhook.delivery.content-type:vendor': inHeaders(replace('content-type', 'application/vnd.gateway+json')),
  'webhook.delivery.event-present': inHeaders(drop('*-Event')),
  'webhook.delivery.event-present:retry': inHeaders(drop('*-Event'), retries),
  'webhook.delivery.event-equals-type': inHeaders(replace('*-Event', 'job.succeeded')),
  'webhook.delivery.event-equals-type:short': inHeaders(
    edit('*-Event', 'without "job."', (type) => String(type).slice(4)),
  ),
  'webhook.delivery.id-present': inHeaders(drop('*-Delivery')),
  'webhook.delivery.id-present:retry': inHeaders(drop('*-Delivery'), retries),
  'webhook.delivery.id-prefix': inHeaders(edit('*-Delivery', 'without its prefix', (id) => String(id).slice(4))),
  'webhook.delivery.id-prefix:event': inHeader('*-Delivery', 'as the event id', ({ record }) => record.eventId),
  'webhook.delivery.id-of-one-event': inHeaders(replace('*-Delivery', 'whd_one')),
  'webhook.delivery.id-of-one-event:type': inHeader(
    '*-Delivery',
    'made of the type',
    ({ finished }) => `whd_${finished.type}`,
  ),
  'webhook.delivery.id-of-one-event:attempt': inHeader(
    '*-Delivery',
    'made of the attempt',
    ({ number }) => `whd_${number}`,
    retries,
  ),
  'webhook.delivery.signature-present': inHeaders(drop('*-Signature')),
  'webhook.delivery.signature-present:canceled': inHeaders(drop('*-Signature'), about('canceled')),
  'webhook.delivery.without-api-key': inHeader(
    'authorization',
    'as the signing secret',
    ({ endpoint }) => `Bearer ${endpoint.secrets[0]}`,
  ),
  'webhook.delivery.without-api-key:key': inHeader(
    'x-api-key',
    'as the API key',
    ({ finished }) => finished.job.key.secret,
  ),
});
