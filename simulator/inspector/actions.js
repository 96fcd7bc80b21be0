/** @import { FaultRule } from '../src/faults/fault-rule.ts' */
/** @import { ReportedFault } from '../src/control/fault-protocol.ts' */

/**
 * Something that a person does to an account: one operation of the testbed, the same in a test, and what is reported of it.
 *
 * @typedef {{
 *   readonly method: 'POST' | 'PUT' | 'DELETE', readonly path: string, readonly body?: object,
 *   readonly code: readonly string[], readonly done: (answer: any) => string,
 * }} Action
 */

/** The gate at which this page holds streams. */
export const pageGate = 'inspector';

const units = [
  { ms: 86_400_000, name: 'day' },
  { ms: 3_600_000, name: 'hour' },
  { ms: 60_000, name: 'minute' },
  { ms: 1_000, name: 'second' },
  { ms: 1, name: 'millisecond' },
];

/** @param {number} ms */
function durationText(ms) {
  const { ms: size, name } = units.find((unit) => ms >= unit.ms && ms % unit.ms === 0) ?? {
    ms: 1,
    name: 'millisecond',
  };
  return `${ms / size} ${name}${ms === size ? '' : 's'}`;
}

/**
 * @param {number} ms
 * @returns {Action}
 */
export function advanceClock(ms) {
  return {
    method: 'POST',
    path: '/clock/advance',
    body: { ms },
    code: [`await account.clock.advance(${ms});`],
    done: () => `The clock moved on by ${durationText(ms)}; what fell due has settled.`,
  };
}

/**
 * @param {readonly FaultRule[]} faults all that the account is to have
 * @returns {Action}
 */
export function setFaults(faults) {
  return {
    method: 'PUT',
    path: '/faults',
    body: { faults },
    code: [`await account.faults.set(${faults.map((fault) => JSON.stringify(fault)).join(', ')});`],
    done: (answer) => {
      const { length } = answer.faults;
      return length === 0
        ? 'No faults are set.'
        : `${length === 1 ? 'One fault is' : `${length} faults are`} set; counters are at zero.`;
    },
  };
}

/**
 * The rules of faults that can still act, each as often as it has left.
 *
 * @param {readonly ReportedFault[]} faults
 * @returns {readonly FaultRule[]}
 */
export function remainingFaults(faults) {
  return faults
    .filter(({ times, acted }) => times === undefined || acted < times)
    .map(({ id, description: _, seen: __, acted, times, ...rule }) => ({
      // A name that it got by its place may be another's after the change.
      ...(/^fault-\d+$/.test(id) ? {} : { id }),
      ...rule,
      ...(times === undefined ? {} : { times: times - acted }),
    }));
}

/**
 * @param {number} beforeEvent from 1
 * @returns {FaultRule}
 */
export function holdingFault(beforeEvent) {
  return { fault: { kind: 'gate', gate: pageGate, beforeEvent }, on: { stream: true }, times: 1 };
}

/**
 * @param {string} gate
 * @returns {Action}
 */
export function releaseGate(gate) {
  return {
    method: 'POST',
    path: `/gates/${encodeURIComponent(gate)}/release`,
    code: [`await account.gates.release(${JSON.stringify(gate)});`],
    done: ({ released }) => `${released} released at the gate ${gate}; it stays open until faults are set again.`,
  };
}

/**
 * @param {string} url
 * @returns {Action}
 */
export function registerWebhook(url) {
  return {
    method: 'POST',
    path: '/webhooks',
    body: { url },
    code: [`const webhook = await account.webhooks.create({ url: ${JSON.stringify(url)} });`],
    done: ({ id }) => `The endpoint ${id} is registered; its secret stands beside it.`,
  };
}

/**
 * @param {{ readonly id: string, readonly url: string }} webhook
 * @param {'rotate' | 'retire'} verb
 * @returns {Action}
 */
export function changeSecret({ id, url }, verb) {
  return {
    method: 'POST',
    path: `/webhooks/${encodeURIComponent(id)}/${verb}`,
    code: [
      ...registerWebhook(url).code,
      ...(verb === 'retire' ? ['await account.webhooks.rotate(webhook.id);'] : []),
      `await account.webhooks.${verb}(webhook.id);`,
    ],
    done: () =>
      verb === 'rotate'
        ? 'Deliveries are signed with a new secret and the previous one from now on.'
        : 'The previous secret is retired: deliveries carry one signature.',
  };
}

/**
 * @param {{ readonly id: string, readonly url: string }} webhook
 * @returns {Action}
 */
export function removeWebhook({ id, url }) {
  return {
    method: 'DELETE',
    path: `/webhooks/${encodeURIComponent(id)}`,
    code: [...registerWebhook(url).code, 'await account.webhooks.delete(webhook.id);'],
    done: () => 'The endpoint is removed; no attempt follows.',
  };
}

/**
 * @param {'job.succeeded' | 'job.failed' | 'job.canceled'} type
 * @returns {Action}
 */
export function triggerEvent(type) {
  return {
    method: 'POST',
    path: '/events',
    body: { type },
    code: [`await account.events.trigger('${type}');`],
    done: ({ job_id: job, deliveries }) =>
      `The job ${job} ended with ${type}; ${deliveries.length === 1 ? 'one delivery' : `${deliveries.length} deliveries`} of its event.`,
  };
}

/**
 * @param {string} deliveryId
 * @param {string} type of its event
 * @param {string | undefined} url of its endpoint, where that is still there
 * @returns {Action}
 */
export function redeliver(deliveryId, type, url = 'http://127.0.0.1:3000/hook') {
  return {
    method: 'POST',
    path: `/deliveries/${encodeURIComponent(deliveryId)}/replay`,
    code: [
      ...registerWebhook(url).code,
      `const { deliveries } = await account.events.trigger('${type}');`,
      'for (const { id, endpointId } of deliveries) {',
      '  if (endpointId === webhook.id) expect(await account.deliveries.replay(id)).toBe(200);',
      '}',
    ],
    done: ({ status }) => `One more attempt: ${status === null ? 'no answer' : `answered with ${status}`}.`,
  };
}
