import { rows } from '../../change.ts';
import { drop, edit, replace } from '../../edits/fields.ts';
import { shift, unzoned } from '../../edits/times.ts';
import { inBodies, inEvents } from '../../operators/events.ts';
import { about, retries } from '../../scopes/deliveries.ts';

const inMs = edit('created_at', 'in ms', (at) => Date.parse(String(at)));
const withoutPrefix = (id: unknown) => String(id).slice(4);

export const webhookBodies = rows('webhook.body', {
  json: inBodies('as a form', (json) => `event=${encodeURIComponent(json)}`),
  'json:twice': inBodies('as JSON in a JSON text', (json) => JSON.stringify(json)),
  'json:list': inBodies('as a list of one event', (json) => `[${json}]`),
  'json:python': inBodies('in single quotes', (json) => json.replaceAll('"', "'")),
  'json:none': inBodies('of no bytes', () => ''),
  'id-present': inEvents(drop('id')),
  'id-prefix': inEvents(edit('id', 'without its prefix', withoutPrefix)),
  'id-prefix:retry': inEvents(edit('id', 'without its prefix', withoutPrefix), retries),
  'type-present': inEvents(drop('type')),
  'created-at-present': inEvents(drop('created_at')),
  'created-at-present:retry': inEvents(drop('created_at'), retries),
  'created-at-type': inEvents(replace('created_at', 1_790_000_000)),
  'created-at-type:naive': inEvents(unzoned('created_at')),
  'created-at-type:canceled': inEvents(inMs, about('canceled')),
  'created-at-plausible:epoch': inEvents(replace('created_at', '1970-01-01T00:00:00.000Z')),
  'created-at-plausible:zone': inEvents(shift('created_at', 7_200_000)),
  'data-present': inEvents(edit('data', 'as the job id', (job) => (job as { readonly id: string }).id)),
  'data-present:text': inEvents(edit('data', 'as text', (job) => JSON.stringify(job))),
  'data-present:inner': inEvents(edit('data', 'one level deeper', (job) => ({ object: job }))),
  'data-id-prefix': inEvents(edit('data.id', 'without its prefix', withoutPrefix)),
});
