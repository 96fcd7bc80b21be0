import { expect, test } from 'vitest';
import { anExchange } from '../run/run-fixture.fixture.ts';
import { steadyProbe } from './steady-probe.ts';

/** A probe that is late so often, and of which the first ones come while the process stands still; and how often it was sent. */
function probing(late: number, stalled: number) {
  let nowMs = 0;
  let sent = 0;
  const clock = { nowMs: () => nowMs, after: () => () => undefined };
  const probe = steadyProbe(async () => {
    sent += 1;
    if (sent <= stalled) nowMs += 12_000;
    return anExchange({ ending: sent <= late ? 'timeout' : 'complete' });
  }, clock);
  return { sent: () => sent, ending: async () => (await probe('http://target', 10_000)).ending };
}

test.each([
  ['is answered', 0, 0, 'complete', 1],
  ['is late', 1, 0, 'timeout', 1],
  ['is late while this process stands still', 2, 2, 'complete', 3],
  ['is late once this process goes on', 9, 2, 'timeout', 3],
  ['is late while this process stands still for good', 99, 99, 'timeout', 6],
] as const)('a probe that %s', async (_what, late, stalled, ending, sent) => {
  const probed = probing(late, stalled);
  expect(await probed.ending()).toBe(ending);
  expect(probed.sent()).toBe(sent);
});
