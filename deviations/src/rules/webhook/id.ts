import { each, rows } from '../../change.ts';
import { replace } from '../../edits/fields.ts';
import { otherId } from '../../edits/texts.ts';
import { inEvents, inHeader, makeEventIds, renew } from '../../operators/events.ts';
import { about, attempts, fromAttempt, retries } from '../../scopes/deliveries.ts';

const afterRotation = attempts('after a rotation', ({ endpoint, secretsThen }) => endpoint.secrets !== secretsThen);

export const webhookIds = rows('webhook.id', {
  'same-on-retry:fresh': inEvents(otherId, retries),
  ...each('same-on-retry:*', [3, 8], (attempt) => inEvents(otherId, fromAttempt(attempt))),
  'same-on-retry:rotation': inEvents(otherId, afterRotation),
  'created-at-same-on-retry': renew('createdAt'),
  'type-same-on-retry': inHeader('*-Event', 'as job.updated', () => 'job.updated', retries),
  'type-same-on-retry:body': inEvents(replace('type', 'job.failed'), retries),
  distinct: makeEventIds('of types', ({ type }) => type),
  'distinct:second': makeEventIds('of seconds', ({ createdAtMs }) => Math.floor(createdAtMs / 1000)),
  'distinct:model': makeEventIds('of models', ({ data }) => data.model),
  ...each('distinct:*', ['failed', 'canceled'], (state) => inEvents(replace('id', 'evt_undefined'), about(state))),
});
