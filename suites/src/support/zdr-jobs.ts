import {
  type Account,
  codeOf,
  describeAnswer,
  type Exchange,
  isObject,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { dayMs, minuteMs } from '@gateproof/spec';
import { finishedJob } from './finished-jobs.ts';
import { fragmentOf } from './fragment-of.ts';
import { type HeldJob, holdJob, holdJobInFallback, mediaModel } from './held-jobs.ts';
import { isFinalJob, jobOf, type MediaRoute, readJob } from './media-jobs.ts';

/** Submits a zdr job whose endpoint answers when it is released. */
export function holdZdr(world: World, account: Account, route: MediaRoute, extra: object = {}): Promise<HeldJob> {
  return holdJob(account, { route, extra: { ...fragmentOf(world, 'zdr'), ...extra } });
}

/** The code under which a job ended, reported by the Job or in place of it; undefined when it has not ended so. */
export function endCodeOf(exchange: Exchange): string | undefined {
  const job = jobOf(exchange);
  if (job === undefined) return codeOf(exchange);
  return job.state === 'failed' && isObject(job.error) ? String(job.error.code) : undefined;
}

/** What a read of a job showed, as findings say it. */
export function seenOf(exchange: Exchange): string {
  const job = jobOf(exchange);
  if (job === undefined) return describeAnswer(exchange);
  return `state ${String(job.state)}${isObject(job.error) ? `, code ${String(job.error.code)}` : ''}`;
}

/** The job still waits for its endpoint: a gateway that gave the endpoint up before 24 hours had passed has nothing left to discard. */
export function requireWaiting(exchange: Exchange, passed: string): void {
  const job = jobOf(exchange);
  if (job !== undefined && isFinalJob(job) && endCodeOf(exchange) !== 'retention_expired') {
    throw new NotExercised(
      `the job had ended after ${passed} as ${String(job.state)} (${endCodeOf(exchange) ?? 'no error'})`,
    );
  }
}

/** In what way a zdr job that is held was submitted. */
export type HeldZdr = 'a job' | 'a retry' | 'under an idempotency key' | 'with a list' | 'behind a failing model';

async function holdZdrAs(world: World, account: Account, route: MediaRoute, what: HeldZdr): Promise<HeldJob> {
  const zdr = fragmentOf(world, 'zdr');
  switch (what) {
    case 'a job':
      return holdZdr(world, account, route);
    case 'a retry':
      return holdZdr(world, account, route, { retry_of: (await finishedJob(world, account, 'failed', route)).id });
    case 'under an idempotency key':
      return holdJob(account, { route, extra: zdr, idempotencyKey: world.unique('key') });
    case 'with a list':
      return holdZdr(world, account, route, { models: [(await mediaModel(account, route)).id] });
    case 'behind a failing model':
      return holdJobInFallback(account, route, zdr);
  }
}

/** Lets a zdr job that is held pass its 24 hours and reads it. A sweep may come some minutes late (freedom F108). */
export async function readAfterDay(account: Account, id: string, passedMs = 0): Promise<Exchange> {
  // One that could never be read would look as if it were discarded.
  await readJob(account.key, id);
  await account.advance(dayMs - 5 * minuteMs - passedMs);
  requireWaiting(await account.key.job(id), 'almost 24 hours');
  await account.advance(20 * minuteMs);
  return account.key.job(id);
}

/** A zdr job that is held, and what a read shows of it once its 24 hours are over. */
export async function pass24Hours(world: World, route: MediaRoute, what: HeldZdr = 'a job') {
  const account = await world.account();
  const held = await holdZdrAs(world, account, route, what);
  return { account, held, exchange: await readAfterDay(account, held.id) };
}
