import { controlRefused, controlServed, defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { beyondCap } from '../../support/spent-caps.ts';
import { submit } from '../../support/submissions.ts';

const dayMs = 86_400_000;

/** The same month has the same name every year. */
function untilNextYear(nowMs: number): number {
  const then = new Date(nowMs);
  return then.setUTCFullYear(then.getUTCFullYear() + 1) - nowMs;
}

/** Until early in the next year where a year ends within so many days, so that whoever begins anew only then is found; otherwise 0. */
function untilEarlyInYear(nowMs: number, days: number): number {
  const year = new Date(nowMs).getUTCFullYear();
  // A day more, because a year may end by another time zone.
  const isWithin = new Date(nowMs + (days + 1) * dayMs).getUTCFullYear() === year;
  return isWithin ? 0 : Date.UTC(year + 1, 1, 5, 12) - nowMs;
}

export default defineCheck({
  rule: 'auth.cap.next-month',
  ...every<number | 'a year' | '62 days of a year'>(62, 100, 'a year', '62 days of a year'),
  describe: (later) => `after ${later}${typeof later === 'number' ? ' days' : ''}`,
  async decide(world, later) {
    const account = await world.account();
    if (later === '62 days of a year') await account.advance(untilEarlyInYear(await account.now(), 62));
    const model = await account.model({ priceUsd: 1 });
    const key = await account.newKey({ monthly_cap_usd: 1.9 });
    controlServed(await submit('chat', key, model));
    controlRefused(await beyondCap(world, () => submit('chat', key, model)), 'auth.cap.chat');
    const days = later === '62 days of a year' ? 62 : Number(later);
    await account.advance(later === 'a year' ? untilNextYear(await account.now()) : days * dayMs);
    await expectServedTo(world, key, account.key, (by) => submit('chat', by, model));
  },
});
