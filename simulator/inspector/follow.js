import { Refused } from './testbed.js';
import { noAccount, readWorld } from './world.js';

/** @import { Testbed } from './testbed.js' */
/** @import { World } from './world.js' */

/** How long one wait for a change takes at most, in ms; after it other accounts are looked for too. */
const waitMs = 5_000;
/** Between two reads, in ms, so that a busy account is not read all the time. */
const pauseMs = 250;
/** Between two reads of requests without an account, which no change announces, and between two attempts to reach the simulator, in ms. */
const longPauseMs = 1_500;

/**
 * Reads an account again whenever it has changed, until the page is closed. The returned function lets it begin at once: something was done, or another
 * account was chosen.
 *
 * @param {Testbed} testbed
 * @param {{
 *   readonly account: () => Promise<string>, readonly onWorld: (world: World) => void,
 *   readonly onState: (state: 'live' | 'offline' | 'token') => void,
 * }} page
 */
export function follow(testbed, { account, onWorld, onState }) {
  let round = new AbortController();
  void run();
  return () => round.abort();

  async function run() {
    for (;;) {
      round = new AbortController();
      const { signal } = round;
      await once(signal).catch((error) => {
        const status = error instanceof Refused ? error.status : undefined;
        // An account that has gone is not looked for again: the next round chooses another.
        if (signal.aborted || status === 404) return undefined;
        onState(status === 403 ? 'token' : 'offline');
        return pause(longPauseMs, signal);
      });
    }
  }

  /** @param {AbortSignal} signal */
  async function once(signal) {
    const id = await account();
    // Before the account is read, so that what changes meanwhile makes it be read again.
    const seen = id === noAccount ? undefined : await testbed.get(`/accounts/${id}/changes`);
    const world = await readWorld(testbed, id);
    if (signal.aborted) return;
    onState('live');
    onWorld(world);
    if (seen === undefined) return pause(longPauseMs, signal);
    await pause(pauseMs, signal);
    await testbed.get(`/accounts/${id}/changes?after=${seen.version}&timeout_ms=${waitMs}`, signal);
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal ends it at once
 * @returns {Promise<void>}
 */
function pause(ms, signal) {
  const { promise, resolve } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
