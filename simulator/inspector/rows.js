import { element } from './elements.js';
import { pill, timeOf } from './parts.js';

/** @import { Child } from './elements.js' */
/** @import { Tone } from './parts.js' */
/** @import { View } from './place.js' */
/** @import { Job, World } from './world.js' */

/**
 * A line of a list. `from` is what it is made from: a line is made again only when that has changed.
 *
 * @typedef {{ readonly item: string, readonly from: unknown, readonly cells: () => readonly Child[] }} Row
 */

/** @type {Readonly<Record<Exclude<View, 'arrange'>, (world: World) => readonly Row[]>>} */
const rowsOf = {
  requests: ({ requests }) =>
    requests.map((request) => ({ item: String(request.number), from: request, cells: () => requestCells(request) })),
  calls: ({ calls }) => calls.map((call) => ({ item: String(call.number), from: call, cells: () => callCells(call) })),
  jobs: ({ jobs }) => jobs.map((job) => ({ item: job.id, from: job, cells: () => jobCells(job) })),
  deliveries: ({ deliveries }) =>
    deliveries.map((delivery) => ({ item: delivery.id, from: delivery, cells: () => deliveryCells(delivery) })),
};

/** What a list says that has no lines. */
export const emptyTexts = {
  requests: 'No requests yet. Send one to this address, with a key of the account; it appears here at once.',
  calls: 'No calls to endpoints yet. They are kept from the moment when this page first looked at the account.',
  jobs: 'No jobs yet. Submit one, or let an event come about under Arrange.',
  deliveries: 'No deliveries yet. Register an endpoint under Arrange; the events of jobs are delivered to it.',
};

/**
 * The lines of a view, newest first.
 *
 * @param {Exclude<View, 'arrange'>} view
 * @param {World} world
 * @returns {readonly Row[]}
 */
export function listRows(view, world) {
  return [...rowsOf[view](world)].reverse();
}

/**
 * How an answer went out, as a pill.
 *
 * @param {{ readonly status: number | null, readonly answer: 'open' | 'whole' | 'lost', readonly code?: string | null }} outcome
 */
export function outcomePill({ status, answer, code }) {
  const text = [status, code].filter((one) => one !== null && one !== undefined).join(' ');
  if (answer === 'open') return pill(text === '' ? 'open' : `${text} open`, 'live');
  if (answer === 'lost') return pill(text === '' ? 'lost' : `${text} lost`, 'bad');
  return pill(text, toneOfStatus(status ?? 0));
}

/**
 * @param {number} status
 * @returns {Tone}
 */
function toneOfStatus(status) {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

/** @type {Readonly<Record<string, Tone>>} */
const tones = {
  succeeded: 'good',
  delivered: 'good',
  failed: 'bad',
  'given-up': 'bad',
  canceled: 'warn',
  stopped: 'warn',
};

/** @param {string} state of a job or a delivery */
export function statePill(state) {
  return pill(state, tones[state] ?? 'live');
}

/** @param {World['requests'][number]} request */
function requestCells(request) {
  const { at, method, path, body, faults, blame, near_misses: slips } = request;
  const note = faults[0] ?? blame ?? slips[0];
  return [
    timeOf(at),
    element('span', { class: 'what' }, `${method} ${path}`, ' ', element('span', { class: 'quiet' }, modelText(body))),
    outcomePill(request),
    note === undefined
      ? null
      : element(
          'span',
          { class: faults.length > 0 ? 'note fault' : 'note' },
          faults.length > 0 ? `Fault: ${note}` : note,
        ),
  ];
}

/**
 * The model that a body names, and whether it asks for a stream.
 *
 * @param {unknown} body
 */
function modelText(body) {
  if (typeof body !== 'object' || body === null) return '';
  const { model, stream } = /** @type {{ model?: unknown, stream?: unknown }} */ (body);
  return [typeof model === 'string' ? model : '', stream === true ? 'stream' : '']
    .filter((text) => text !== '')
    .join(' · ');
}

/** @param {World['calls'][number]} call */
function callCells(call) {
  const { at, url, model, stream, answered_by: answeredBy } = call;
  return [
    timeOf(at),
    element(
      'span',
      { class: 'what' },
      url,
      ' ',
      element('span', { class: 'quiet' }, stream ? `${model} · stream` : model),
    ),
    outcomePill(call),
    answeredBy === null ? null : element('span', { class: 'note fault' }, `In its place: ${answeredBy}`),
  ];
}

/** @param {Job} job */
function jobCells({ id, state, model, created_at: createdAt, error }) {
  return [
    timeOf(createdAt),
    element('span', { class: 'what' }, id, ' ', element('span', { class: 'quiet' }, model)),
    statePill(state),
    error === undefined ? null : element('span', { class: 'note' }, `${error.code}: ${error.message}`),
  ];
}

/** @param {World['deliveries'][number]} delivery */
function deliveryCells({ type, jobId, state, attempts }) {
  const last = attempts.at(-1);
  const result = last === undefined ? 'no attempt yet' : (last.trouble ?? `answered with ${last.status}`);
  return [
    last === undefined ? element('time', {}, '–') : timeOf(last.atMs),
    element('span', { class: 'what' }, type, ' ', element('span', { class: 'quiet' }, jobId)),
    statePill(state),
    element(
      'span',
      { class: 'note' },
      `${attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`}; the last: ${result}`,
    ),
  ];
}
