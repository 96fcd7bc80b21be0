import {
  type Account,
  besideControl,
  codeOf,
  controlAccepted,
  controlAnswer,
  controlRefused,
  controlServed,
  describeAnswer,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { cancelForGood, failing, holding, serverError } from './held-jobs.ts';
import { jobOf, readUntilEnd } from './media-jobs.ts';
import { settledUsage } from './settled-usage.ts';
import { bookingWaitsMs } from './spent-caps.ts';
import { submit } from './submissions.ts';

/** Requests that end without a result. */
export const fruitlessRequests = ['failed chats', 'failed streams', 'failed jobs', 'canceled jobs'] as const;
export type Fruitless = (typeof fruitlessRequests)[number];

interface Vain {
  readonly account: Account;
  readonly key: Key;
  readonly fruitless: Fruitless;
  readonly limit: SpendLimit;
}

/** Has the key ask for what comes to nothing. */
async function askInVain(world: World, { account, key, fruitless, limit }: Vain): Promise<void> {
  if (fruitless === 'failed jobs' || fruitless === 'canceled jobs') {
    const isFailing = fruitless === 'failed jobs';
    const upstreams = [isFailing ? failing(serverError) : holding()];
    const model = await account.model({ modality: 'image', priceUsd: 1, upstreams });
    const submission = await submit('image', key, model);
    if (codeOf(submission) === limit.code) return;
    controlAccepted(submission);
    const id = String(jobOf(submission)?.id);
    if (!isFailing) await cancelForGood(world, account, { id, model });
    const ended = await readUntilEnd(world, account, id);
    if (ended === undefined || ended.job.state === 'succeeded') throw new NotExercised('the job came to a result');
    return;
  }
  const model = await account.model({ priceUsd: 1, upstreams: [failing(serverError)] });
  const exchange = await submit('chat', key, model, { stream: fruitless === 'failed streams' });
  if (exchange.response?.status === 200) throw new NotExercised('the chat came to a result');
}

/** What an account may spend: with 1.9 USD of it, one request of 1 USD is served and no second. */
export interface SpendLimit {
  readonly words: string;
  /** The code of what is refused beyond it. */
  readonly code: 'budget_exceeded' | 'insufficient_credit';
  /** A key that it holds. */
  arrange(account: Account): Promise<Key>;
  /** A key that it holds no longer, or never did. */
  lift(account: Account): Promise<Key>;
  /** Leaves nothing of it, and the rule that then refuses everything. Default: rules of its own show that it is held. */
  readonly held?: { readonly rule: string; exhaust(account: Account): Promise<void> };
}

export const cap: SpendLimit = {
  words: 'under a cap of 1.9 USD',
  code: 'budget_exceeded',
  arrange: (account) => account.newKey({ monthly_cap_usd: 1.9 }),
  lift: async (account) => account.key,
};

export const credit: SpendLimit = {
  words: 'with a credit of 1.9 USD',
  code: 'insufficient_credit',
  arrange: async (account) => {
    await account.setCredit(1.9);
    return account.key;
  },
  lift: async (account) => {
    await account.setCredit(1_000);
    return account.key;
  },
  held: { rule: 'auth.credit.chat', exhaust: (account) => account.setCredit(0) },
};

/** A limit that nobody holds leaves room whatever is charged. */
async function controlHeld(
  { account, key, limit }: Pick<Vain, 'account' | 'key' | 'limit'>,
  model: Model,
): Promise<void> {
  if (limit.held === undefined) return;
  await limit.held.exhaust(account);
  controlRefused(await submit('chat', key, model), limit.held.rule);
}

/** States that requests which ended without a result, and for which nothing was booked, leave all its room to a limit. */
export async function expectFruitlessFree(world: World, fruitless: Fruitless, limit: SpendLimit): Promise<void> {
  if (!world.has('usage')) throw new NotArranged('the testbed shows no usage');
  if (fruitless.endsWith('jobs') && !world.claims('jobs')) throw new NotArranged('the target runs no jobs');
  const account = await world.account();
  const key = await limit.arrange(account);
  for (let sent = 0; sent < 3; sent += 1) await askInVain(world, { account, key, fruitless, limit });
  const model = await account.model({ priceUsd: 1 });
  // What was held back while they ran may be given back a moment later.
  for (const waitMs of bookingWaitsMs) {
    const exchange = await submit('chat', key, model);
    if (codeOf(exchange) !== limit.code) {
      controlAnswer(exchange);
      await controlHeld({ account, key, limit }, model);
      return world.stated();
    }
    await world.pause(waitMs);
  }
  const exchange = await submit('chat', key, model);
  // A failure may cost something, which may be recorded a while after.
  const { charged_usd: charged } = await settledUsage(world, account, (usage) => usage.charged_usd > 0);
  if (charged > 0) throw new NotExercised(`${charged} USD are booked for ${fruitless}`);
  await besideControl(
    () =>
      expectThat(world, codeOf(exchange) !== limit.code, {
        expected: `a chat of 1 USD to be served ${limit.words} after ${fruitless}, for which the usage shows no charge`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      }),
    async () => controlServed(await submit('chat', await limit.lift(account), model)),
  );
}
