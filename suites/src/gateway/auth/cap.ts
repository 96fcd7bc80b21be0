import {
  type Account,
  besideControl,
  caution,
  codeOf,
  controlAccepted,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectServed,
  expectThat,
  type Key,
  type Model,
  type World,
} from '@gateproof/harness';
import { dayMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { cap, expectFruitlessFree, type Fruitless } from '../../support/fruitless-requests.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { sendSubmission, submitJob, untilState } from '../../support/media-jobs.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { controlRetry, extraOf, type RequestVariant } from '../../support/request-variants.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { beyondCap } from '../../support/spent-caps.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

interface Way extends RequestVariant {
  /** Under a key that has restrictions of other kinds too. */
  readonly amongOthers?: boolean;
  /** Under a cap that allows no spending at all. */
  readonly capIsZero?: boolean;
}

/** Each kind of request, the streamed one, one with a list, the retry of a job; and one under a key that has other restrictions too. */
const ways: Readonly<Record<'chat' | 'media', readonly Way[]>> = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
    { route: 'chat', withList: true },
    { route: 'chat', stream: true, withList: true },
    { route: 'chat', amongOthers: true },
    { route: 'chat', capIsZero: true },
  ],
  media: [
    { route: 'image' },
    { route: 'transcription' },
    { route: 'image', withList: true },
    { route: 'transcription', withList: true },
    { route: 'image', retrying: true },
  ],
};
const names = Object.keys(ways) as (keyof typeof ways)[];

/** One check per kind of request: what would plainly cross the key's monthly cap is refused; another key of the account is served. */
const crossing = names.map((name) =>
  defineCheck({
    rule: `auth.cap.${name}`,
    ...every(...ways[name]),
    async decide(world, { amongOthers, capIsZero, ...variant }) {
      const account = await world.account();
      const model = await account.model({ modality: modalityOf[variant.route], priceUsd: 1 });
      const others =
        amongOthers === true ? { ...(await openRestrictions(world, account)), models: [model.id] } : undefined;
      const capped = await (others === undefined && capIsZero !== true
        ? account.cappedKey(model)
        : ifGranted(account.newKey({ ...others, monthly_cap_usd: capIsZero === true ? 0 : 0.5 })));
      const free = others === undefined ? account.key : await account.newKey(others);
      controlAccepted(await submit(variant.route, free, model));
      const exchange = await submit(variant.route, capped, model, await extraOf(world, account, variant, 1));
      controlRetry(variant, exchange);
      expectRefusal(world, exchange, 'budget_exceeded');
    },
  }),
);

interface Spending {
  readonly priceUsd: number;
  readonly requests: number;
  /** A request that comes again and again under one idempotency key, which runs and costs once. */
  readonly again?: 'chat' | 'image';
  /** Requests that end without a result and that the record of usage shows as free. */
  readonly fruitless?: Fruitless;
}

/** Four times more than what is spent would be at the cap, were each of them counted. */
const repeats = 4;

async function expectCountedOnce(world: World, { priceUsd }: Spending, again: 'chat' | 'image'): Promise<void> {
  const account = await world.account();
  const key = await account.newKey({ monthly_cap_usd: priceUsd * (repeats + 0.9) });
  const idempotencyKey = world.unique('key');
  const model = await account.model({ modality: again === 'chat' ? 'text' : 'image', priceUsd });
  // Where keys are not read, the repeats are requests of their own.
  await controlKeysWork(world, account.key, model);
  if (again === 'chat') {
    controlServed(await chatUnder(key, model, idempotencyKey));
    for (let count = 0; count < repeats; count += 1) await chatUnder(key, model, idempotencyKey);
    return expectServedTo(world, key, account.key, (by) => submit('chat', by, model));
  }
  const { id } = controlServed(await sendSubmission(key, model, {}, { idempotencyKey }));
  await untilState(world, key, String(id), 'succeeded');
  for (let count = 0; count < repeats; count += 1) await sendSubmission(key, model, {}, { idempotencyKey });
  await expectServedTo(world, key, account.key, (by) => submit('image', by, model));
}

const below = defineCheck({
  rule: 'auth.cap.below',
  input: fc.record<Spending>({
    priceUsd: fc.constantFrom(0.01, 0.5, 1),
    requests: fc.integer({ min: 1, max: 4 }),
  }),
  examples: [
    { priceUsd: 1, requests: 1, again: 'chat' },
    { priceUsd: 0.5, requests: 1, again: 'image' },
    { priceUsd: 1, requests: 3, fruitless: 'failed chats' },
    { priceUsd: 1, requests: 3, fruitless: 'failed streams' },
    { priceUsd: 1, requests: 3, fruitless: 'failed jobs' },
    { priceUsd: 1, requests: 3, fruitless: 'canceled jobs' },
  ],
  cases: 9,
  async decide(world, spending) {
    const { priceUsd, requests, again, fruitless } = spending;
    if (fruitless !== undefined) return expectFruitlessFree(world, fruitless, cap);
    if (again !== undefined) return expectCountedOnce(world, spending, again);
    const account = await world.account();
    const model = await account.model({ priceUsd });
    const key = await account.newKey({ monthly_cap_usd: priceUsd * 20 });
    const expectChat = (extra: object) =>
      expectServedTo(world, key, account.key, (by) => submit('chat', by, model, extra));
    for (let count = 0; count < requests; count += 1) await expectChat({});
    await expectChat({ stream: true });
    if (!world.claims('jobs')) return;
    const image = await account.model({ modality: 'image', priceUsd });
    await expectServedTo(world, key, account.key, (by) => submit('image', by, image));
  },
});

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

const nextMonth = defineCheck({
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

/** One key is at its cap; the other still is not. */
async function otherAtItsCap(account: Account, model: Model): Promise<void> {
  controlRefused(await submit('chat', await account.cappedKey(model), model), 'auth.cap.chat');
}

/** The account's other key has spent more than the cap of this one. */
async function otherHasSpent(account: Account, model: Model): Promise<void> {
  for (let sent = 0; sent < 3; sent += 1) controlServed(await submit('chat', account.key, model));
}

const otherKey = defineCheck({
  rule: 'auth.cap.other-key',
  ...every<'the first key' | 'a second capped key' | Submission>(
    'the first key',
    'a second capped key',
    'chat',
    'image',
    'transcription',
  ),
  async decide(world, other) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    if (other !== 'the first key' && other !== 'a second capped key') {
      const capped = await account.newKey({ monthly_cap_usd: 2.9 });
      await otherHasSpent(account, model);
      const asked = other === 'chat' ? model : await account.model({ modality: modalityOf[other], priceUsd: 1 });
      return expectServedTo(world, capped, account.key, (by) => submit(other, by, asked));
    }
    const free = other === 'the first key' ? account.key : await account.newKey({ monthly_cap_usd: 50 });
    controlServed(await submit('chat', free, model));
    await otherAtItsCap(account, model);
    expectServed(world, await submit('chat', free, model));
  },
});

/** A key that has spent its whole cap, cent for cent, where the gateway lets it; what is served at the cap itself is free (F065). */
async function spentKey(world: World, account: Account): Promise<Key> {
  const model = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 2 });
  for (let sent = 0; sent < 2; sent += 1) await submit('chat', key, model);
  controlRefused(await beyondCap(world, () => submit('chat', key, model)), 'auth.cap.chat');
  return key;
}

async function cappedKey(account: Account): Promise<Key> {
  const model = await account.model({ priceUsd: 1 });
  const key = await account.cappedKey(model);
  controlRefused(await submit('chat', key, model), 'auth.cap.chat');
  return key;
}

function answered(read: Exchange) {
  const finding = {
    expected: `GET ${read.request.url} to be answered 200, because a read crosses no cap`,
    observed: describeAnswer(read),
    exchanges: [read.id],
  };
  return [read.response?.status === 200, finding] as const;
}

/** Warns of a read that the capped key is refused and a key without a cap is not: whatever both are refused for is not the cap. */
async function cautionOfRead(world: World, read: Exchange, uncapped: () => Promise<Exchange>): Promise<void> {
  const [isAnswered, finding] = answered(read);
  if (!isAnswered && (await uncapped()).response?.status === 200) caution(world, finding);
}

/** Jobs are read and canceled with such a key; a cancel may also come too late. */
async function cautionOfJobs(world: World, account: Account, key: Key): Promise<void> {
  const { id } = await submitJob(account.key, await account.usableModel('image'));
  await cautionOfRead(world, await key.job(id), () => account.key.job(id));
  const cancel = await key.cancel(id);
  if (codeOf(cancel) !== 'budget_exceeded') return;
  caution(world, {
    expected: `POST ${cancel.request.url} to be answered as any cancel, because it crosses no cap`,
    observed: describeAnswer(cancel),
    exchanges: [cancel.id],
  });
}

const read = defineCheck({
  rule: 'auth.cap.read',
  ...every('a cap below every price', 'a cap that is used up'),
  async decide(world, how) {
    const account = await world.account();
    const key = await (how === 'a cap that is used up' ? spentKey(world, account) : cappedKey(account));
    const { id: model } = await account.usableModel();
    const list = await key.models();
    await besideControl(
      () => expectThat(world, ...answered(list)),
      async () => controlServed(await account.key.models()),
    );
    // Freedom F064 rejects a 402 on the list alone.
    await cautionOfRead(world, await key.model(model), () => account.key.model(model));
    if (world.has('upstreams') && world.claims('jobs')) await cautionOfJobs(world, account, key);
  },
});

export default [...crossing, below, nextMonth, otherKey, read];
