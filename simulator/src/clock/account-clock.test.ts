import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccountClock } from './account-clock.ts';
import type { Clock } from './clock.ts';

/** A base clock that stands still; its timers are run by hand. */
function stillClock(): Clock {
  return { now: () => 1_000_000, setTimer: () => ({ cancel: () => undefined }) };
}

describe('createAccountClock', () => {
  it('fires any set of timers in due order, each at its own time, whatever steps it is advanced by', async () => {
    const delays = fc.array(fc.nat({ max: 5_000 }), { maxLength: 30 });
    const steps = fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(delays, steps, async (due, advances) => {
        const clock = createAccountClock(stillClock());
        const fired: number[] = [];
        for (const delay of due) clock.setTimer(delay, () => fired.push(clock.now() - 1_000_000));
        for (const ms of advances) await clock.advance(ms);
        const total = advances.reduce((sum, ms) => sum + ms, 0);
        expect(fired).toEqual(due.filter((delay) => delay <= total).sort((a, b) => a - b));
        expect(clock.now()).toBe(1_000_000 + total);
      }),
    );
  });

  it('fires timers that fired timers set, within the same advance', async () => {
    const clock = createAccountClock(stillClock());
    const fired: string[] = [];
    clock.setTimer(10, () => {
      fired.push('first');
      clock.setTimer(10, () => fired.push('second'));
    });
    await clock.advance(20);
    expect(fired).toEqual(['first', 'second']);
  });

  it('waits for tracked work before it fires the next timer', async () => {
    const clock = createAccountClock(stillClock());
    const seen: string[] = [];
    clock.setTimer(10, () => {
      clock.track(Promise.resolve().then(() => seen.push('work of the first')));
    });
    clock.setTimer(20, () => seen.push('second'));
    await clock.advance(30);
    expect(seen).toEqual(['work of the first', 'second']);
  });

  it('leaves a cancelled timer out', async () => {
    const clock = createAccountClock(stillClock());
    let fired = false;
    clock.setTimer(10, () => {
      fired = true;
    }).cancel();
    await clock.advance(100);
    expect(fired).toBe(false);
  });
});
