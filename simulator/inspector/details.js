import { redeliver } from './actions.js';
import { curlOfAction, curlOfRequest } from './curl.js';
import { element } from './elements.js';
import { code, copyButton, facts, part, timeOf } from './parts.js';
import { hashOf } from './place.js';
import { outcomePill, statePill } from './rows.js';
import { testOfAction, testOfJob, testOfRequest } from './test-snippets.js';

/** @import { Action } from './actions.js' */
/** @import { Place, View } from './place.js' */
/** @import { World } from './world.js' */

/**
 * What details are shown with.
 *
 * @typedef {{
 *   readonly world: World, readonly place: Place, readonly needsToken: boolean, readonly perform: (action: Action) => void,
 * }} Surroundings
 */

/** @type {Readonly<Record<Exclude<View, 'arrange'>, (item: string, surroundings: Surroundings) => readonly Node[] | undefined>>} */
const makers = {
  requests: (item, around) => {
    const found = around.world.requests.find(({ number }) => String(number) === item);
    return found && requestDetail(found, around);
  },
  calls: (item, around) => {
    const found = around.world.calls.find(({ number }) => String(number) === item);
    return found && callDetail(found, around);
  },
  jobs: (item, around) => {
    const found = around.world.jobs.find(({ id }) => id === item);
    return found && jobDetail(found, around);
  },
  deliveries: (item, around) => {
    const found = around.world.deliveries.find(({ id }) => id === item);
    return found && deliveryDetail(found, around);
  },
};

/**
 * Everything that is known of the chosen item; undefined when it is not there.
 *
 * @param {Surroundings} surroundings
 */
export function detailOf(surroundings) {
  const { view, item } = surroundings.place;
  return view === 'arrange' ? undefined : makers[view](item, surroundings);
}

/**
 * @param {World['requests'][number]} request
 * @param {Surroundings} around
 */
function requestDetail(request, around) {
  const { world } = around;
  const { method, path, body, headers, blame, faults, near_misses: slips, body_bytes: bytes } = request;
  const calls = world.calls.filter(({ request_id: id }) => id === request.request_id);
  const effect = world.effects.find(({ request_id: id }) => id === request.request_id);
  const notes = [...faults.map((fault) => `Fault: ${fault}.`), ...(blame === null ? [] : [blame]), ...slips];
  return [
    title(`${method} ${path}`, outcomePill(request)),
    copies(
      copyButton('Copy as curl', () => curlOfRequest(location.origin, request, world.keys)),
      copyButton('Copy as Vitest test', () => testOfRequest(request, world.faults)),
    ),
    ...notes.map((note) => element('p', { class: 'callout' }, note)),
    facts([
      ['At', timeOf(request.at)],
      ['Request id', request.request_id],
      ['Ran', effect === undefined ? null : ranText(effect.ran)],
      ['Idempotency-Key', effect?.idempotency_key],
    ]),
    bytes === 0 ? part('No body', false) : part(`Body, ${bytes} bytes`, true, code(body)),
    part(`Headers, ${Object.keys(headers).length}`, false, facts(Object.entries(headers))),
    part(
      `Endpoint calls, ${calls.length}`,
      calls.length > 0,
      ...calls.map((call) =>
        linkTo(around, 'calls', String(call.number), `${call.number} ${call.url}`, outcomePill(call)),
      ),
    ),
  ];
}

/** @param {World['effects'][number]['ran']} ran */
function ranText(ran) {
  if (ran === null) return 'nothing: answered from an earlier result, or refused';
  const failure = ran.error_code === null ? '' : `, ${ran.error_code}`;
  return `${ran.generation_id} of ${ran.model}, ${ran.state}${failure}, charged ${ran.charged_usd} USD`;
}

/**
 * @param {World['calls'][number]} call
 * @param {Surroundings} around
 */
function callDetail(call, around) {
  const { url, model, stream, at, ended_at: endedAt, answered_by: answeredBy, request_id: requestId } = call;
  const request = around.world.requests.find(({ request_id: id }) => id === requestId);
  return [
    title(url, outcomePill(call)),
    ...(answeredBy === null ? [] : [element('p', { class: 'callout' }, `In the endpoint's place: ${answeredBy}.`)]),
    facts([
      ['Model', model],
      ['Asked for', stream ? 'a stream' : 'a whole answer'],
      ['At', timeOf(at)],
      ['Took', endedAt === null ? 'not over yet' : `${Date.parse(endedAt) - Date.parse(at)} ms on the account's clock`],
      [
        'Request',
        request === undefined
          ? requestId
          : linkTo(around, 'requests', String(request.number), `${request.method} ${request.path}`),
      ],
    ]),
  ];
}

/**
 * @param {World['jobs'][number]} job
 * @param {Surroundings} around
 */
function jobDetail(job, around) {
  const { world } = around;
  const generation = world.effects.find(({ ran }) => ran?.generation_id === job.generation_id);
  const request = world.requests.find(({ request_id: id }) => id === generation?.request_id);
  const deliveries = world.deliveries.filter(({ jobId }) => jobId === job.id);
  const reading = { method: /** @type {const} */ ('GET'), path: `/v1/jobs/${job.id}` };
  const key = world.keys[0]?.secret ?? '';
  return [
    title(job.id, statePill(job.state)),
    copies(
      copyButton('Copy as curl', () =>
        curlOfRequest(
          location.origin,
          { ...reading, headers: { authorization: `Bearer …${key.slice(-4)}` }, body: '', body_bytes: 0 },
          world.keys,
        ),
      ),
      copyButton('Copy as Vitest test', () => testOfJob(job, request)),
    ),
    ...(job.error === undefined ? [] : [element('p', { class: 'callout' }, `${job.error.code}: ${job.error.message}`)]),
    facts([
      ['Model', job.model],
      ['Created', timeOf(job.created_at)],
      ['Started', job.started_at === undefined ? null : timeOf(job.started_at)],
      ['Ended', job.completed_at === undefined ? null : timeOf(job.completed_at)],
      ['Charged', job.usage?.cost?.billing_usd === undefined ? null : `${job.usage.cost.billing_usd} USD`],
      [
        'Submitted by',
        request === undefined
          ? null
          : linkTo(around, 'requests', String(request.number), `${request.method} ${request.path}`),
      ],
    ]),
    part(
      `Deliveries, ${deliveries.length}`,
      true,
      ...deliveries.map(({ id, type, state }) => linkTo(around, 'deliveries', id, `${type} ${id}`, statePill(state))),
    ),
    part('The Job as it is read now', true, code(job)),
  ];
}

/**
 * @param {World['deliveries'][number]} delivery
 * @param {Surroundings} around
 */
function deliveryDetail(delivery, around) {
  const { id, type, state, eventId, endpointId, jobId, attempts } = delivery;
  const { world, place, needsToken, perform } = around;
  const endpoint = world.webhooks.find((webhook) => webhook.id === endpointId);
  const again = redeliver(id, type, endpoint?.url);
  const base = `${location.origin}/_testbed/v1/accounts/${place.account}`;
  return [
    title(type, statePill(state)),
    copies(
      element('button', { type: 'button', onclick: () => perform(again) }, 'Redeliver'),
      copyButton('Copy as curl', () => curlOfAction(base, again, needsToken)),
      copyButton('Copy as Vitest test', () => testOfAction(again)),
    ),
    facts([
      ['Event', eventId],
      ['Endpoint', endpoint === undefined ? endpointId : `${endpoint.url} (${endpointId})`],
      ['Job', linkTo(around, 'jobs', jobId, jobId)],
    ]),
    element('h3', {}, attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`),
    element('ol', { class: 'attempts' }, ...attempts.map(attemptItem)),
  ];
}

/** @param {World['deliveries'][number]['attempts'][number]} attempt */
function attemptItem({ atMs, deliveryId, signature, status, trouble }) {
  const isGood = status !== null && status >= 200 && status < 300;
  const [time = '', ...entries] = signature.split(',');
  const seconds = Number(time.replace('t=', ''));
  return element(
    'li',
    {},
    element(
      'p',
      {},
      timeOf(atMs),
      ' ',
      element(
        'strong',
        { class: isGood ? 'good' : 'bad' },
        status === null ? (trouble ?? 'no answer') : `answered with ${status}`,
      ),
    ),
    facts([
      ['SVC-Delivery', deliveryId],
      ['Signed at', Number.isSafeInteger(seconds) ? `${new Date(seconds * 1000).toISOString()} (${time})` : time],
      ...entries.map((entry) => /** @type {const} */ (['Signature', element('code', {}, entry)])),
    ]),
  );
}

/**
 * @param {string} text
 * @param {Node} pill
 */
function title(text, pill) {
  return element('h2', {}, text, ' ', pill);
}

/** @param {readonly Node[]} buttons */
function copies(...buttons) {
  return element('p', { class: 'buttons' }, ...buttons);
}

/**
 * @param {Surroundings} around
 * @param {View} view
 * @param {string} item
 * @param {string} text
 * @param {Node | null} pill
 */
function linkTo({ place: { account } }, view, item, text, pill = null) {
  return element('a', { class: 'goes', href: hashOf({ account, view, item }) }, text, ' ', pill);
}
