import {
  type Account,
  codeOf,
  controlServed,
  defineCheck,
  type Exchange,
  expectThat,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { dayMs } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { cancelInNextMonth, endJobsInVain } from '../../support/given-back.ts';
import { failing, holding, serverError } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, sendSubmission, untilState } from '../../support/media-jobs.ts';
import { bookingWaitsMs } from '../../support/spent-caps.ts';
import { modalityOf } from '../../support/submissions.ts';

/**
 * Moves the clock to a day from which on no month begins for nine days: neither on the first, nor on the day of the month on which the
 * account was made, however months are counted (freedom F065).
 */
async function toQuietDays(world: World, account: Account): Promise<void> {
  if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
  const now = new Date(await account.now());
  const madeOn = now.getUTCDate();
  const startOn = madeOn > 1 && madeOn < 14 ? 15 : 3;
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, startOn, 12);
  await account.advance(start - now.getTime());
}

/** What a request came to, in a word: the code of its refusal, or its status where that has none. */
function outcomeOf(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  return codeOf(exchange) ?? (status >= 200 && status < 300 ? 'served' : `status ${status}`);
}

/** Where the last was served still, one more is asked for when all of them must have been booked. */
async function askOnceBooked(world: World, outcomes: string[], ask: () => Promise<Exchange>): Promise<void> {
  for (const waitMs of bookingWaitsMs) {
    if (outcomes.at(-1) === 'budget_exceeded') return;
    await world.pause(waitMs);
    outcomes.push(outcomeOf(await ask()));
  }
}

/** Requests that are served side by side count each: an update of what was spent must not be lost. */
async function expectTogether(world: World, count: number, stream: boolean): Promise<void> {
  const account = await world.account();
  const held = await account.model({ priceUsd: 1, upstreams: [holding()] });
  const prompt = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: count + 0.9 });
  const ask = (model = prompt) => key.chat({ model: model.id, messages: hello, stream });
  const asked = Promise.all(Array.from({ length: count }, () => ask(held)));
  // Who works at a few requests at a time comes to the others later.
  await held.upstreams[0]?.call(count, 500);
  held.upstreams[0]?.release();
  const together = await asked;
  // A gateway may reserve more than the price while requests run, and so refuse some of them.
  const served = together.filter((exchange) => exchange.response?.status === 200);
  if (served.length < 2) throw new NotExercised(`${served.length} of ${count} requests side by side were served`);
  const later = [];
  // No more than show it: each of them counts, and would hide what was lost.
  for (let sent = served.length; sent < count + 2; sent += 1) later.push(outcomeOf(await ask()));
  await askOnceBooked(world, later, () => ask());
  expectThat(world, later.at(-1) === 'budget_exceeded', {
    expected: `402 budget_exceeded in the end, after ${served.length} requests of 1 USD side by side and ${later.length} more under a cap of ${count + 0.9} USD`,
    observed: later.join(', '),
    exchanges: together.map(({ id }) => id),
  });
}

/** The same of jobs, which may be booked when they end. */
async function expectJobsTogether(world: World, route: MediaRoute, count: number): Promise<void> {
  const account = await world.account();
  const modality = modalityOf[route];
  const model = await account.model({ modality, priceUsd: 1, upstreams: [holding()] });
  const key = await account.newKey({ monthly_cap_usd: count + 0.9 });
  const submitted = await Promise.all(Array.from({ length: count }, () => sendSubmission(key, model)));
  const ids = submitted.flatMap((exchange) => jobOf(exchange)?.id ?? []).map(String);
  if (ids.length < 2) throw new NotExercised(`${ids.length} of ${count} jobs side by side were accepted`);
  // Who works at a few jobs at a time comes to the others later.
  await model.upstreams[0]?.call(ids.length, 500);
  model.upstreams[0]?.release();
  for (const id of ids) await untilState(world, account.key, id, 'succeeded');
  const prompt = await account.model({ modality, priceUsd: 1 });
  const ask = async () => {
    const exchange = await sendSubmission(key, prompt);
    const job = jobOf(exchange);
    if (job !== undefined) await untilState(world, account.key, String(job.id), 'succeeded');
    return exchange;
  };
  const later: string[] = [];
  for (let sent = ids.length; sent < count + 4 && later.at(-1) !== 'budget_exceeded'; sent += 1)
    later.push(outcomeOf(await ask()));
  await askOnceBooked(world, later, ask);
  expectThat(world, later.at(-1) === 'budget_exceeded', {
    expected: `402 budget_exceeded in the end, after ${ids.length} jobs of 1 USD side by side and ${later.length} more under a cap of ${count + 0.9} USD`,
    observed: later.join(', '),
    exchanges: submitted.map(({ id }) => id),
  });
}

/** With which models a cap is used up, and whether one request waits for the other. */
type How =
  | 'one model'
  | 'many models'
  | 'a fallback'
  | 'together'
  | 'streams together'
  | 'jobs together'
  | 'beside a deleted key'
  | 'after jobs in vain'
  | 'after a job of last month';

/** What jobs without a result held back is given back once, and to the month that it was held back in. */
async function expectGivenBackOnce(world: World, how: How, affordable: number): Promise<void> {
  if (!world.claims('jobs')) throw new NotArranged('the target runs no jobs');
  const account = await world.account();
  const model = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: affordable + 0.9 });
  const jobs = { account, key, priceUsd: affordable };
  await (how === 'after jobs in vain' ? endJobsInVain(world, jobs) : cancelInNextMonth(world, jobs));
  const ask = () => key.chat({ model: model.id, messages: hello });
  const outcomes: string[] = [];
  for (let sent = 0; sent < affordable + 3 && outcomes.at(-1) !== 'budget_exceeded'; sent += 1)
    outcomes.push(outcomeOf(await ask()));
  await askOnceBooked(world, outcomes, ask);
  expectThat(world, outcomes.at(-1) === 'budget_exceeded', {
    expected: `402 budget_exceeded in the end, for ${outcomes.length} chats of 1 USD under a cap of ${affordable + 0.9} USD ${how}`,
    observed: outcomes.join(', '),
  });
}

const addsUp = defineCheck({
  rule: 'limit.spend.adds-up',
  input: fc.record({
    affordable: fc.integer({ min: 1, max: 3 }),
    priceUsd: fc.constant(1),
    days: fc.constant(0),
    stream: fc.boolean(),
    how: fc.constant<How>('one model'),
  }),
  // In cents, so that whoever counts whole dollars is found; below a cent; once another key was deleted; over days of one month; with a model of its own for each request; by a fallback model; at once.
  examples: [
    { affordable: 2, priceUsd: 0.1, days: 0, stream: false, how: 'one model' },
    { affordable: 2, priceUsd: 1, days: 0, stream: true, how: 'one model' },
    { affordable: 2, priceUsd: 0.001, days: 0, stream: false, how: 'one model' },
    { affordable: 1, priceUsd: 1, days: 0, stream: false, how: 'beside a deleted key' },
    { affordable: 2, priceUsd: 1, days: 0, stream: false, how: 'many models' },
    { affordable: 1, priceUsd: 1, days: 0, stream: false, how: 'a fallback' },
    { affordable: 1, priceUsd: 1, days: 1, stream: false, how: 'one model' },
    { affordable: 1, priceUsd: 1, days: 8, stream: false, how: 'one model' },
    { affordable: 6, priceUsd: 1, days: 0, stream: false, how: 'together' },
    { affordable: 6, priceUsd: 1, days: 0, stream: true, how: 'streams together' },
    { affordable: 6, priceUsd: 1, days: 0, stream: false, how: 'jobs together' },
    { affordable: 5, priceUsd: 1, days: 0, stream: false, how: 'after jobs in vain' },
    { affordable: 5, priceUsd: 1, days: 0, stream: false, how: 'after a job of last month' },
  ],
  cases: 14,
  async decide(world, { affordable, priceUsd, days, stream, how }) {
    if (how === 'together' || how === 'streams together') return expectTogether(world, affordable, stream);
    if (how === 'after jobs in vain' || how === 'after a job of last month')
      return expectGivenBackOnce(world, how, affordable);
    if (how === 'jobs together') return expectJobsTogether(world, 'image', affordable);
    const account = await world.account();
    if (days > 0) await toQuietDays(world, account);
    const isByFallback = how === 'a fallback';
    const model = await account.model({ priceUsd, ...(isByFallback ? { upstreams: [failing(serverError)] } : {}) });
    const list = isByFallback ? { models: [(await account.model({ priceUsd })).id] } : {};
    // The cap is the key's, whichever models it uses.
    const others =
      how === 'many models'
        ? await Promise.all(
            Array.from({ length: affordable + 4 + bookingWaitsMs.length }, () => account.model({ priceUsd })),
          )
        : [];
    const key = await account.newKey({ monthly_cap_usd: (affordable + 0.9) * priceUsd });
    const ask = (place = 0) => key.chat({ model: (others[place] ?? model).id, ...list, messages: hello, stream });
    const first = await ask();
    if (isByFallback && first.response?.status !== 200) throw new NotExercised('no fallback model served the request');
    controlServed(first);
    const codes = [];
    // At the cap itself any treatment is legal (freedom F065); far beyond it none but refusal.
    for (let sent = 1; sent < affordable + 4; sent += 1) codes.push(outcomeOf(await ask(sent)));
    await askOnceBooked(world, codes, () => ask(1 + codes.length));
    if (isByFallback && codes.some((code) => code !== 'served' && code !== 'budget_exceeded'))
      throw new NotExercised('not every request within the cap was served by the fallback model');
    if (how === 'beside a deleted key' && codes.at(-1) === 'budget_exceeded') {
      await account.deleteKey(await account.newKey());
      codes.push(outcomeOf(await ask()));
    }
    if (days > 0 && codes.at(-1) === 'budget_exceeded') {
      await account.advance(days * dayMs);
      codes.push(outcomeOf(await ask()));
    }
    expectThat(world, codes.at(-1) === 'budget_exceeded', {
      expected: `402 budget_exceeded in the end, ${affordable + 4} requests of ${priceUsd} USD under a cap of ${(affordable + 0.9) * priceUsd} USD${days > 0 ? `, and ${days} days later in the month` : ''}`,
      observed: codes.join(', '),
    });
  },
});

/** The monthly spend cap of a key (Authentication, 4; Limits). */
export default [addsUp];
