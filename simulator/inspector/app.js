import { advanceClock, releaseGate } from './actions.js';
import { arrangeForms } from './arrange.js';
import { curlOfAction } from './curl.js';
import { detailOf } from './details.js';
import { byId, element, renderWhenChanged } from './elements.js';
import { follow } from './follow.js';
import { listenToKeys } from './keys.js';
import { renderList } from './list.js';
import { copyButton } from './parts.js';
import { hashOf, placeOf, views } from './place.js';
import { say } from './say.js';
import { testOfAction } from './test-snippets.js';
import { Refused, Testbed } from './testbed.js';
import { noAccount, readAccounts } from './world.js';

/** @import { Action } from './actions.js' */
/** @import { World } from './world.js' */

const testbed = new Testbed();
const page = {
  live: byId('live', HTMLElement),
  account: byId('account', HTMLSelectElement),
  now: byId('now', HTMLElement),
  views: byId('views', HTMLElement),
  held: byId('held', HTMLElement),
  list: byId('list', HTMLElement),
  find: byId('find', HTMLInputElement),
  shown: byId('shown', HTMLElement),
  rows: byId('rows', HTMLElement),
  empty: byId('empty', HTMLElement),
  detail: byId('detail', HTMLElement),
  arrange: byId('arrange', HTMLElement),
  token: byId('token', HTMLFormElement),
  said: byId('said', HTMLElement),
};

/** @type {World | undefined} */
let world;
/** When the world was read, in ms on this browser's clock. */
let readAtMs = 0;
/** @type {readonly { readonly id: string, readonly requests: number }[]} */
let accounts = [];
let place = placeOf(location.hash);

const forms = arrangeForms({ perform, report: (problem) => say(page.said, problem, 'bad'), world: () => world });
page.arrange.append(...forms.nodes);
const readAgain = follow(testbed, { onWorld, onState, account: presentAccount });

/** The account that is looked at: the one of the address, or the one that the simulator started with. */
async function presentAccount() {
  accounts = await readAccounts(testbed);
  const isThere = place.account === noAccount || accounts.some(({ id }) => id === place.account);
  if (!isThere) place = { ...place, account: accounts[0]?.id ?? noAccount, item: '' };
  return place.account;
}

/** @param {World} next */
function onWorld(next) {
  world = next;
  readAtMs = Date.now();
  render();
}

/**
 * @param {'live' | 'offline' | 'token'} state
 */
function onState(state) {
  page.live.className = state;
  page.live.textContent = { live: 'live', offline: 'offline, trying again', token: 'token needed' }[state];
  page.token.hidden = state !== 'token';
  document.body.classList.toggle('closed', state === 'token');
}

function render() {
  if (world === undefined) return;
  const { view } = place;
  renderAccounts();
  renderViews(world);
  renderHeld(world);
  renderClock();
  document.body.dataset.view = view;
  document.body.classList.toggle('chosen', place.item !== '');
  page.list.hidden = view === 'arrange';
  page.detail.hidden = view === 'arrange';
  page.arrange.hidden = view !== 'arrange';
  if (view === 'arrange') return forms.update(world);
  renderList(page, { ...place, view }, world);
  renderDetail(world);
}

function renderAccounts() {
  const known = accounts.map(({ id, requests }, index) => ({
    id,
    text: `${index === 0 ? 'default · ' : ''}${id} · ${requests}`,
  }));
  const shown = [...known, { id: noAccount, text: 'requests without a known key' }];
  renderWhenChanged(page.account, shown, () => shown.map(({ id, text }) => element('option', { value: id }, text)));
  page.account.value = place.account;
}

/** @param {World} present */
function renderViews(present) {
  const counts = {
    requests: present.requests,
    calls: present.calls,
    jobs: present.jobs,
    deliveries: present.deliveries,
    arrange: present.faults,
  };
  const shown = views.map(({ view, title }) => ({
    href: hashOf({ ...place, view, item: '' }),
    title,
    count: counts[view].length,
    isHere: view === place.view,
  }));
  renderWhenChanged(page.views, shown, () =>
    shown.map(({ href, title, count, isHere }) =>
      element(
        'a',
        { href, 'aria-current': isHere ? 'page' : undefined },
        title,
        ' ',
        count === 0 ? null : element('span', { class: 'count' }, String(count)),
      ),
    ),
  );
}

/** @param {World} present */
function renderHeld({ gates }) {
  const held = gates.filter(({ waiting }) => waiting > 0);
  renderWhenChanged(page.held, held, () =>
    held.map(({ gate, waiting }) =>
      element(
        'p',
        {},
        `${waiting === 1 ? 'One answer is' : `${waiting} answers are`} held at the gate ${gate}. `,
        element('button', { type: 'button', onclick: () => perform(releaseGate(gate)) }, 'Release'),
      ),
    ),
  );
}

function renderClock() {
  if (world === undefined || world.now === '') page.now.textContent = '–';
  else
    page.now.textContent = new Date(Date.parse(world.now) + Date.now() - readAtMs)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
}

/** @param {World} present */
function renderDetail(present) {
  const back = hashOf({ ...place, item: '' });
  const made = detailOf({ world: present, place, needsToken: testbed.token !== null, perform });
  const nothing =
    place.item === ''
      ? 'Choose a line: what was sent, what became of it, and commands that do it again.'
      : 'It is no longer kept.';
  const content = made ?? [element('p', { class: 'nothing' }, nothing)];
  // The text of what was made stands for it: two that read the same are the same.
  const text = content.map((node) => node.textContent).join('\n');
  renderWhenChanged(page.detail, [place, text], () => [
    element('a', { class: 'back', href: back }, 'Back to the list'),
    ...content,
  ]);
}

/** @param {Action} action */
async function perform(action) {
  try {
    const answer = await testbed.call(action.method, `/accounts/${place.account}${action.path}`, action.body);
    say(page.said, action.done(answer), 'good', copiesOf(action));
    readAgain();
  } catch (error) {
    say(page.said, error instanceof Refused ? error.message : `The simulator can't be reached: ${error}`, 'bad');
  }
}

/**
 * The same as a command and as a test.
 *
 * @param {Action} action
 */
function copiesOf(action) {
  const base = `${location.origin}/_testbed/v1/accounts/${place.account}`;
  return [
    copyButton('Copy as curl', () => curlOfAction(base, action, testbed.token !== null)),
    copyButton('Copy as Vitest test', () => testOfAction(action)),
  ];
}

addEventListener('hashchange', () => {
  const before = place;
  place = placeOf(location.hash);
  if (place.account !== before.account) {
    world = undefined;
    readAgain();
  }
  render();
  if (place.item !== '' && place.item !== before.item && matchMedia('(max-width: 50rem)').matches) page.detail.focus();
});
page.account.addEventListener('change', () => {
  location.hash = hashOf({ ...place, account: page.account.value, item: '' });
});
page.find.addEventListener('input', render);
page.token.addEventListener('submit', (event) => {
  event.preventDefault();
  testbed.useToken(page.token.querySelector('input')?.value ?? '');
  readAgain();
});
document.addEventListener('click', ({ target }) => {
  const ms = target instanceof HTMLElement ? Number(target.dataset.advance) : Number.NaN;
  if (ms > 0) void perform(advanceClock(ms));
});
listenToKeys(page, () => {
  if (place.item !== '') location.hash = hashOf({ ...place, item: '' });
});
setInterval(renderClock, 1000);
