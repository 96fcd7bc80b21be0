import {
  changeSecret,
  holdingFault,
  registerWebhook,
  releaseGate,
  remainingFaults,
  removeWebhook,
  setFaults,
  triggerEvent,
} from './actions.js';
import { element, renderWhenChanged } from './elements.js';
import { faultPresets } from './fault-presets.js';
import { copyButton, pill } from './parts.js';

/** @import { Action } from './actions.js' */
/** @import { FaultRule } from '../src/faults/fault-rule.ts' */
/** @import { World } from './world.js' */

/**
 * The forms that arrange an account. They stay as they are while the account changes; only what they list is made again.
 *
 * @param {{ readonly perform: (action: Action) => void, readonly report: (problem: string) => void, readonly world: () => World | undefined }} page
 * @returns {{ readonly nodes: readonly HTMLElement[], readonly update: (world: World) => void }}
 */
export function arrangeForms(page) {
  const lists = { faults: list(), gates: list(), webhooks: list() };
  const add = (/** @type {FaultRule} */ rule) =>
    page.perform(setFaults([...remainingFaults(page.world()?.faults ?? []), rule]));
  return {
    nodes: [
      card(
        'Faults',
        'What goes wrong for the account’s requests, each in the order of this list.',
        lists.faults,
        faultForm(add, page),
      ),
      card('Streams', 'A held stream waits before one of its events until it is released.', lists.gates, holdForm(add)),
      card(
        'Webhook endpoints',
        'Where the events of the account’s jobs are delivered.',
        lists.webhooks,
        webhookForm(page),
        eventButtons(page),
      ),
    ],
    update({ faults, gates, webhooks }) {
      renderWhenChanged(lists.faults, faults, () => faultItems(faults, page));
      renderWhenChanged(lists.gates, gates, () => gates.map((gate) => gateItem(gate, page)));
      renderWhenChanged(lists.webhooks, webhooks, () => webhooks.map((webhook) => webhookItem(webhook, page)));
    },
  };
}

function list() {
  return element('ul', { class: 'items' });
}

/**
 * @param {string} title
 * @param {string} about
 * @param {readonly HTMLElement[]} content
 */
function card(title, about, ...content) {
  return element(
    'article',
    { class: 'card' },
    element('h2', {}, title),
    element('p', { class: 'quiet about' }, about),
    ...content,
  );
}

/**
 * @param {string} name
 * @param {() => void} act
 */
function button(name, act) {
  return element('button', { type: 'button', onclick: act }, name);
}

/**
 * @param {(event: Event) => void} submit
 * @param {readonly (HTMLElement | string)[]} content
 */
function form(submit, ...content) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit(event);
  };
  return element('form', { onsubmit }, ...content);
}

/**
 * @param {World['faults']} faults
 * @param {{ readonly perform: (action: Action) => void }} page
 */
function faultItems(faults, { perform }) {
  if (faults.length === 0) return [element('li', { class: 'quiet' }, 'No faults are set.')];
  const items = faults.map(({ id, description, on, times, seen, acted }) => {
    const where =
      on === undefined
        ? ''
        : ` (${Object.entries(on)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')})`;
    return element(
      'li',
      {},
      element('span', {}, `${description}${where}`),
      pill(`acted ${acted}${times === undefined ? '' : ` of ${times}`}, saw ${seen}`, acted > 0 ? 'live' : 'plain'),
      button('Remove', () => perform(setFaults(remainingFaults(faults.filter((fault) => fault.id !== id))))),
    );
  });
  return [
    ...items,
    element(
      'li',
      {},
      button('Remove all', () => perform(setFaults([]))),
    ),
  ];
}

/**
 * @param {(rule: FaultRule) => void} add
 * @param {{ readonly report: (problem: string) => void }} page
 */
function faultForm(add, { report }) {
  const preset = element(
    'select',
    {},
    ...faultPresets.map(({ name }, place) => element('option', { value: place }, name)),
  );
  const times = element('input', { type: 'number', min: 1, value: 1, placeholder: 'always' });
  const model = element('input', { type: 'text', placeholder: 'any', spellcheck: false });
  const text = element('textarea', { rows: 3, spellcheck: false });
  const write = () => {
    const { fault } = faultPresets[Number(preset.value)] ?? { fault: {} };
    const on = model.value === '' ? {} : { on: { model: model.value } };
    text.value = JSON.stringify({ fault, ...on, ...(times.value === '' ? {} : { times: Number(times.value) }) });
  };
  for (const field of [preset, times, model]) field.addEventListener('input', write);
  write();
  const submit = () => {
    try {
      add(JSON.parse(text.value));
    } catch {
      report('The rule is no JSON object; it begins with {"fault": …}.');
    }
  };
  return form(
    submit,
    element('label', { class: 'wide' }, 'Fault', preset),
    element('label', {}, 'Times', times),
    element('label', {}, 'Model', model),
    element('label', { class: 'wide' }, 'Rule, as it is sent', text),
    element('button', { type: 'submit' }, 'Add fault'),
  );
}

/** @param {(rule: FaultRule) => void} add */
function holdForm(add) {
  const event = element('input', { type: 'number', min: 1, value: 2, required: true });
  return form(
    () => add(holdingFault(event.valueAsNumber)),
    element('label', {}, 'Before event', event),
    element('button', { type: 'submit' }, 'Hold the next stream'),
  );
}

/**
 * @param {World['gates'][number]} gate
 * @param {{ readonly perform: (action: Action) => void }} page
 */
function gateItem({ gate, waiting, open }, { perform }) {
  const state = open ? pill('open', 'good') : pill(`${waiting} held`, 'live');
  return element(
    'li',
    {},
    element('span', {}, gate),
    state,
    open ? null : button('Release', () => perform(releaseGate(gate))),
  );
}

/** @param {{ readonly perform: (action: Action) => void }} page */
function webhookForm({ perform }) {
  const url = element('input', {
    type: 'url',
    required: true,
    placeholder: 'https://hooks.example/in',
    spellcheck: false,
  });
  return form(
    () => perform(registerWebhook(url.value)),
    element('label', { class: 'wide' }, 'URL', url),
    element('button', { type: 'submit' }, 'Register'),
  );
}

/**
 * @param {World['webhooks'][number]} webhook
 * @param {{ readonly perform: (action: Action) => void }} page
 */
function webhookItem(webhook, { perform }) {
  const { id, url, secrets } = webhook;
  return element(
    'li',
    {},
    element('span', { class: 'whole' }, url, ' ', element('span', { class: 'quiet' }, id)),
    pill(secrets.length === 1 ? 'one secret' : `${secrets.length} secrets`, secrets.length === 1 ? 'plain' : 'live'),
    copyButton('Copy secret', () => secrets[0] ?? ''),
    button('Rotate', () => perform(changeSecret(webhook, 'rotate'))),
    secrets.length === 1 ? null : button('Retire previous', () => perform(changeSecret(webhook, 'retire'))),
    button('Remove', () => perform(removeWebhook(webhook))),
  );
}

/** @param {{ readonly perform: (action: Action) => void }} page */
function eventButtons({ perform }) {
  const types = /** @type {const} */ (['job.succeeded', 'job.failed', 'job.canceled']);
  return element(
    'p',
    { class: 'buttons' },
    element('span', { class: 'quiet' }, 'Let a job end with'),
    ...types.map((type) => button(type, () => perform(triggerEvent(type)))),
  );
}
