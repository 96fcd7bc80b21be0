import {
  type Account,
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  expectThat,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { jobOf, type MediaRoute, sendSubmission, untilState } from '../../support/media-jobs.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const dayMs = 86_400_000;

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

/** Requests that are served side by side count each: an update of what was spent must not be lost. */
async function expectTogether(world: World, count: number): Promise<void> {
  const account = await world.account();
  const model = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: count + 0.9 });
  const ask = () => key.chat({ model: model.id, messages: hello });
  const together = await Promise.all(Array.from({ length: count }, ask));
  // A gateway may reserve more than the price while requests run, and so refuse some of them.
  const served = together.filter((exchange) => exchange.response?.status === 200);
  if (served.length < 2) throw new NotExercised(`${served.length} of ${count} requests side by side were served`);
  const later = [];
  for (let sent = served.length; sent < count + 4; sent += 1) later.push(codeOf(await ask()));
  expectThat(world, later.at(-1) === 'budget_exceeded', {
    expected: `402 budget_exceeded in the end, after ${served.length} requests of 1 USD side by side and ${later.length} more under a cap of ${count + 0.9} USD`,
    observed: later.map((code) => code ?? 'served').join(', '),
    exchanges: together.map(({ id }) => id),
  });
}

const addsUp = defineCheck({
  rule: 'limit.spend.adds-up',
  input: fc.record({
    affordable: fc.integer({ min: 1, max: 3 }),
    priceUsd: fc.constant(1),
    days: fc.constant(0),
    stream: fc.boolean(),
    together: fc.constant(false),
  }),
  // In cents, so that whoever counts whole dollars is found; and over days of one month.
  examples: [
    { affordable: 2, priceUsd: 0.1, days: 0, stream: false, together: false },
    { affordable: 2, priceUsd: 1, days: 0, stream: true, together: false },
    { affordable: 1, priceUsd: 1, days: 1, stream: false, together: false },
    { affordable: 1, priceUsd: 1, days: 8, stream: false, together: false },
    { affordable: 6, priceUsd: 1, days: 0, stream: false, together: true },
  ],
  cases: 6,
  requestsPerCase: 12,
  async decide(world, { affordable, priceUsd, days, stream, together }) {
    if (together) return expectTogether(world, affordable);
    const account = await world.account();
    if (days > 0) await toQuietDays(world, account);
    const model = await account.model({ priceUsd });
    const key = await account.newKey({ monthly_cap_usd: (affordable + 0.9) * priceUsd });
    const ask = () => key.chat({ model: model.id, messages: hello, stream });
    controlServed(await ask());
    const codes = [];
    // At the cap itself any treatment is legal (freedom F065); far beyond it none but refusal.
    for (let sent = 1; sent < affordable + 4; sent += 1) codes.push(codeOf(await ask()));
    if (days > 0 && codes.at(-1) === 'budget_exceeded') {
      await account.advance(days * dayMs);
      codes.push(codeOf(await ask()));
    }
    expectThat(world, codes.at(-1) === 'budget_exceeded', {
      expected: `402 budget_exceeded in the end, ${affordable + 4} requests of ${priceUsd} USD under a cap of ${(affordable + 0.9) * priceUsd} USD${days > 0 ? `, and ${days} days later in the month` : ''}`,
      observed: codes.map((code) => code ?? 'served').join(', '),
    });
  },
});

const chatAndMedia = defineCheck({
  rule: 'limit.spend.chat-and-media',
  ...every<'chat first' | MediaRoute>('chat first', 'image', 'transcription'),
  cases: 3,
  requestsPerCase: 30,
  async decide(world, first) {
    const chatFirst = first === 'chat first';
    const account = await world.account();
    const text = await account.model({ priceUsd: 1 });
    const route = chatFirst ? 'image' : first;
    const media = await account.model({ modality: modalityOf[route], priceUsd: 1 });
    const key = await account.newKey({ monthly_cap_usd: 1.9 });
    const chat = () => key.chat({ model: text.id, messages: hello });
    const submission = () => sendSubmission(key, media);
    if (chatFirst) controlServed(await chat());
    else {
      const job = jobOf(await submission());
      if (job === undefined)
        throw new SetupFailed('the submission within the cap was not accepted', {
          prerequisite: `media.create.${route}`,
        });
      await untilState(world, account.key, String(job.id), 'succeeded');
    }
    const second = await (chatFirst ? submission() : chat());
    expectThat(world, codeOf(second) === 'budget_exceeded', {
      expected: `402 budget_exceeded for ${chatFirst ? 'a job after a chat' : 'a chat after a job'}, 1 USD each under a cap of 1.9 USD`,
      observed: describeAnswer(second),
      exchanges: [second.id],
    });
  },
});

const refusedNotCounted = defineCheck({
  rule: 'limit.spend.refused-not-counted',
  ...every<readonly [route: Submission, defect: object]>(
    ['chat', { messages: 7 }],
    ['chat', { model: 'gateproof/no-such-model' }],
    ['chat', { max_tokens: 'many', stream: true }],
    // One that would have crossed the cap by itself.
    ['chat', { model: '{dear}' }],
    ['image', { provider: 7 }],
    ['transcription', { models: 'none' }],
  ),
  cases: 6,
  requestsPerCase: 12,
  async decide(world, [route, defect]) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route], priceUsd: 1 });
    const dear = await account.model({ priceUsd: 5 });
    const key = await account.newKey({ monthly_cap_usd: 1.9 });
    const refusable = JSON.parse(JSON.stringify(defect).replace('{dear}', dear.id));
    for (let sent = 0; sent < 4; sent += 1) {
      const refused = await submit(route, key, model, refusable);
      if ((refused.response?.status ?? 0) < 400)
        throw new SetupFailed('the request that was to be refused was not', { exchanges: [refused.id] });
    }
    const exchange = await submit(route, key, model);
    expectThat(world, codeOf(exchange) !== 'budget_exceeded', {
      expected: 'a request within the cap to be served after four that were refused',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** The monthly spend cap of a key (Authentication, 4; Limits). */
export default [addsUp, chatAndMedia, refusedNotCounted];
