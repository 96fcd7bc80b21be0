/** @import { Testbed } from './testbed.js' */
/** @import { AccountsAnswer, CallsAnswer, GatesAnswer, WebhooksAnswer } from '../src/control/inspection-protocol.ts' */
/** @import { ReportedDelivery } from '../src/control/delivery-protocol.ts' */
/** @import { JournalAnswer, WorldAnswer } from '../src/control/journal-protocol.ts' */
/** @import { EffectsAnswer, ReportedFault } from '../src/control/fault-protocol.ts' */

/**
 * A Job, as far as the page reads it.
 *
 * @typedef {{
 *   id: string, generation_id: string, state: string, modality: string, model: string,
 *   created_at: string, started_at?: string, completed_at?: string,
 *   output?: readonly { url: string, type: string, bytes: number }[],
 *   usage?: { cost?: { billing_usd?: number } }, error?: { code: string, message: string },
 * }} Job
 */

/**
 * Everything that the page shows of an account.
 *
 * @typedef {{
 *   keys: WorldAnswer['keys'], now: string,
 *   requests: JournalAnswer['entries'], calls: CallsAnswer['entries'], jobs: readonly Job[], deliveries: readonly ReportedDelivery[],
 *   webhooks: WebhooksAnswer['webhooks'], faults: readonly ReportedFault[], gates: GatesAnswer['gates'], effects: EffectsAnswer['effects'],
 * }} World
 */

/** In place of an account's id: requests that came with no account's key. */
export const noAccount = 'none';

/** How many of the newest items of each kind are shown. */
export const mostItems = 200;

/**
 * @param {Testbed} testbed
 * @returns {Promise<AccountsAnswer['accounts']>}
 */
export async function readAccounts(testbed) {
  return (await testbed.get('/accounts')).accounts;
}

/**
 * @param {Testbed} testbed
 * @param {string} account
 * @returns {Promise<World>}
 */
export function readWorld(testbed, account) {
  return account === noAccount ? readForeignRequests(testbed) : readAccount(testbed, `/accounts/${account}`);
}

/**
 * @param {Testbed} testbed
 * @param {string} of
 * @returns {Promise<World>}
 */
async function readAccount(testbed, of) {
  const lists = ['/journal', '/calls', '/jobs', '/deliveries', '/effects'];
  const [world, clock, { webhooks }, { faults }, { gates }, journal, calls, { jobs }, { deliveries }, { effects }] =
    await Promise.all([
      ...['', '/clock', '/webhooks', '/faults', '/gates'].map((path) => testbed.get(of + path)),
      ...lists.map((path) => testbed.get(`${of}${path}?limit=${mostItems}`)),
    ]);
  const { entries: requests } = journal;
  return {
    keys: world.keys,
    now: clock.now,
    requests,
    calls: calls.entries,
    jobs,
    deliveries,
    webhooks,
    faults,
    gates,
    effects,
  };
}

/**
 * @param {Testbed} testbed
 * @returns {Promise<World>}
 */
async function readForeignRequests(testbed) {
  const { entries: requests } = await testbed.get(`/journal?limit=${mostItems}`);
  const nothing = { calls: [], jobs: [], deliveries: [], webhooks: [], faults: [], gates: [], effects: [] };
  return { keys: [], now: '', requests, ...nothing };
}
