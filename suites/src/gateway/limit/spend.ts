import {
  type Account,
  besideControl,
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { dayMs } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { cancelInNextMonth, endJobsInVain } from '../../support/given-back.ts';
import { failing, holding, serverError } from '../../support/held-jobs.ts';
import {
  jobOf,
  type MediaRoute,
  readUntilEnd,
  sendSubmission,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import { bookingWaitsMs, controlSpendCounts } from '../../support/spent-caps.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

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
async function expectTogether(world: World, count: number): Promise<void> {
  const account = await world.account();
  const held = await account.model({ priceUsd: 1, upstreams: [holding()] });
  const prompt = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: count + 0.9 });
  const ask = (model = prompt) => key.chat({ model: model.id, messages: hello });
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
    { affordable: 6, priceUsd: 1, days: 0, stream: false, how: 'jobs together' },
    { affordable: 5, priceUsd: 1, days: 0, stream: false, how: 'after jobs in vain' },
    { affordable: 5, priceUsd: 1, days: 0, stream: false, how: 'after a job of last month' },
  ],
  cases: 13,
  async decide(world, { affordable, priceUsd, days, stream, how }) {
    if (how === 'together') return expectTogether(world, affordable);
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

/** The job that comes first, or the one that comes after a chat. */
type First = MediaRoute | `chat, then ${MediaRoute}` | 'image by a fallback';

/** The answer to a request beyond a cap, and how the same is asked by a key without one. */
interface Second {
  readonly exchange: Exchange;
  readonly uncapped: () => Promise<Exchange>;
}

/** Asks a new key for a chat and a job, in either order, of which its cap allows one; the second is sent so long after the first. */
async function askSecond(world: World, first: Exclude<First, 'image by a fallback'>, pauseMs: number): Promise<Second> {
  const account = await world.account();
  const text = await account.model({ priceUsd: 1 });
  const route = first === 'image' || first === 'chat, then image' ? 'image' : 'transcription';
  const media = await account.model({ modality: modalityOf[route], priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 1.9 });
  const chat = (by: Key) => by.chat({ model: text.id, messages: hello });
  const submission = (by: Key) => sendSubmission(by, media);
  const chatFirst = first !== route;
  if (chatFirst) controlServed(await chat(key));
  else {
    const job = jobOf(await submission(key));
    if (job === undefined)
      throw new SetupFailed('the submission within the cap was not accepted', {
        prerequisite: `media.create.${route}`,
      });
    await untilState(world, account.key, String(job.id), 'succeeded');
  }
  await world.pause(pauseMs);
  const second = chatFirst ? submission : chat;
  return { exchange: await second(key), uncapped: () => second(account.key) };
}

/** Asks a new key for a chat once its cap was used up by a job that another model than the requested one served. */
async function askAfterFallback(world: World, pauseMs: number): Promise<Second> {
  const account = await world.account();
  const text = await account.model({ priceUsd: 1 });
  const broken = await account.model({ modality: 'image', priceUsd: 1, upstreams: [failing(serverError)] });
  const spare = await account.model({ modality: 'image', priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 1.9 });
  const { id } = await submitJob(key, broken, { models: [spare.id] });
  const ended = await readUntilEnd(world, account, id);
  if (ended?.job.state !== 'succeeded') throw new NotExercised('no fallback model served the job');
  await world.pause(pauseMs);
  const chat = (by: Key) => by.chat({ model: text.id, messages: hello });
  return { exchange: await chat(key), uncapped: () => chat(account.key) };
}

const chatAndMedia = defineCheck({
  rule: 'limit.spend.chat-and-media',
  ...every<First>('chat, then image', 'image', 'transcription', 'chat, then transcription', 'image by a fallback'),
  async decide(world, first) {
    const ask = (pauseMs: number) =>
      first === 'image by a fallback' ? askAfterFallback(world, pauseMs) : askSecond(world, first, pauseMs);
    let second = await ask(0);
    // Where it was served still, once more with the time to book the first.
    for (const waitMs of bookingWaitsMs) if (codeOf(second.exchange) !== 'budget_exceeded') second = await ask(waitMs);
    const { exchange, uncapped } = second;
    const isChat = !first.startsWith('chat');
    await besideControl(
      () =>
        expectThat(world, codeOf(exchange) === 'budget_exceeded', {
          expected: `402 budget_exceeded for ${isChat ? 'a chat after a job' : 'a job after a chat'}, 1 USD each under a cap of 1.9 USD`,
          observed: describeAnswer(exchange),
          exchanges: [exchange.id],
        }),
      async () => controlServed(await uncapped()),
    );
  },
});

/** What a request is refused for: its body, more words than its model has room for, or a wish that the policy of its key forbids. */
type Defect = object | 'too long' | 'forbidden by policy';

const contextWindow = 200;
/** Each word is a token at least. */
const tooLong = { messages: [{ role: 'user', content: 'word '.repeat(2 * contextWindow) }] };

/** What is added to a good request so that it is refused, and the policy of the key that asks. */
function refusableFor(world: World, defect: Defect, dear: Model) {
  if (defect === 'too long') return { extra: tooLong };
  if (typeof defect === 'object') return { extra: JSON.parse(JSON.stringify(defect).replace('{dear}', dear.id)) };
  const { looser_retention: looser, other_region: other } = world.fragments;
  if (looser !== undefined) return { extra: looser, policy: { retention: 'strict' } as const };
  if (other !== undefined) return { extra: other, policy: { region: 'home' } as const };
  throw new NotArranged('the target names no fragment that asks for another retention or region');
}

const refusedNotCounted = defineCheck({
  rule: 'limit.spend.refused-not-counted',
  ...every<readonly [route: Submission, defect: Defect, rule: string]>(
    ['chat', { messages: 7 }, 'chat.body.messages.type'],
    ['chat', { model: 'gateproof/no-such-model' }, 'chat.model.unknown'],
    ['chat', { max_tokens: 'many', stream: true }, 'chat.body.max-tokens.type'],
    // One that would have crossed the cap by itself.
    ['chat', { model: '{dear}' }, 'auth.cap.chat'],
    ['image', { provider: 7 }, 'media.body.provider.type'],
    ['transcription', { models: 'none' }, 'media.body.models.type'],
    ['chat', 'too long', 'chat.context.too-long'],
    ['chat', 'forbidden by policy', 'auth.policy.retention-chat'],
  ),
  async decide(world, [route, defect, rule]) {
    const account = await world.account();
    const window = defect === 'too long' ? { contextWindow } : {};
    const model = await account.model({ modality: modalityOf[route], priceUsd: 1, ...window });
    const dear = await account.model({ priceUsd: 5 });
    const { extra, ...policy } = refusableFor(world, defect, dear);
    const key = await account.newKey({ monthly_cap_usd: 1.9, ...policy });
    for (let sent = 0; sent < 4; sent += 1) {
      const refused = await submit(route, key, model, extra);
      // Whether windows and policies are kept is judged by rules of their own.
      if (refused.response?.status === 200 && typeof defect === 'string')
        throw new NotExercised(`a request that is ${defect} was served`);
      if ((refused.response?.status ?? 0) < 400)
        throw new SetupFailed('the request that was to be refused was not', {
          prerequisite: rule,
          exchanges: [refused.id],
        });
    }
    const exchange = await submit(route, key, model);
    expectThat(world, codeOf(exchange) !== 'budget_exceeded', {
      expected: 'a request within the cap to be served after four that were refused',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    await controlSpendCounts(world, () => submit(route, key, model));
  },
});

/** The monthly spend cap of a key (Authentication, 4; Limits). */
export default [addsUp, chatAndMedia, refusedNotCounted];
