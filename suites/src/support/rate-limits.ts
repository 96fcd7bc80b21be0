import {
  type Account,
  controlServed,
  type Exchange,
  envelopeOf,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from './chat-bodies.ts';
import { ifGranted } from './if-granted.ts';
import { modalityOf, type Submission, submit } from './submissions.ts';

/** Window of the limits that checks set, in ms. */
export const windowMs = 60_000;
/** Requests that a limit allows. */
export const allowed = fc.integer({ min: 1, max: 5 });

/** Longer than a case takes. */
const quietMs = 30_000;

/** Sets a limit at a moment at which no window turns for a while, for gateways whose windows are aligned on their clock. */
export async function limitRate(world: World, account: Account, requests: number, lastsMs = windowMs): Promise<void> {
  if (world.has('clock')) {
    const untilTurnMs = lastsMs - ((await account.now()) % lastsMs);
    if (untilTurnMs < quietMs) await account.advance(untilTurnMs + 100);
  }
  const setting = account.setRateLimit({ requests, windowMs: lastsMs });
  await (lastsMs === windowMs ? setting : ifGranted(setting));
}

/** An account that has used up its rate, and the request that was served until then. */
export async function usedUp(world: World, requests: number, stream = false, lastsMs = windowMs) {
  const account = await world.account();
  const model = await account.usableModel();
  await limitRate(world, account, requests, lastsMs);
  const body = { model: model.id, messages: hello, stream };
  for (let count = 0; count < requests; count += 1) controlServed(await account.key.chat(body));
  return { account, model, body };
}

/** A request of a new account's under a limit. Where jobs can't be submitted a route that makes them is not asked. */
export async function limitedBy(world: World, route: Submission, requests: number) {
  if (route !== 'chat' && !(world.has('models') && world.claims('jobs')))
    throw new NotArranged('the target runs no jobs of ours');
  const account = await world.account();
  const model = await account.usableModel(modalityOf[route]);
  await limitRate(world, account, requests);
  return { account, ask: () => submit(route, account.key, model) };
}

/** As `limitedBy`, when so many requests were served. */
export async function usedUpBy(world: World, route: Submission, requests: number) {
  const limited = await limitedBy(world, route, requests);
  for (let count = 0; count < requests; count += 1) controlServed(await limited.ask());
  return limited;
}

const shortWindowMs = 2_000;

/**
 * The answer to a request after a short window that was used up has passed on the account's clock and for real. `NotArranged` where there is no
 * such window: the wait that is sent goes beyond it.
 */
export async function afterShortWindow(world: World, route: Submission, requests: number): Promise<Exchange> {
  const account = await world.account();
  const model = await account.usableModel(modalityOf[route]);
  const ask = () => submit(route, account.key, model);
  await account.setRateLimit({ requests, windowMs: shortWindowMs }).catch(() => {
    throw new NotArranged(`a window of ${shortWindowMs} ms can not be set`);
  });
  // A window may turn in between, though not twice.
  let exchange = await ask();
  for (let more = 0; more < 2 * requests && exchange.response?.status !== 429; more += 1) exchange = await ask();
  if (exchange.response?.status !== 429) throw new NotExercised('the limit was not reached');
  const reported = envelopeOf(exchange)?.retry_after_ms;
  if (typeof reported === 'number' && reported > shortWindowMs + 1_000)
    throw new NotArranged(`a window of ${shortWindowMs} ms can not be set`);
  await account.advance(shortWindowMs + 1_000);
  await world.pause(shortWindowMs + 1_000);
  return ask();
}

/**
 * The answer to the request beyond a rate that `attempt` has used up. Where it was served the window of the limit may just have turned
 * (freedom F023), which it can't do twice in a row: it is attempted once more.
 */
export async function beyondRate(attempt: () => Promise<Exchange>): Promise<Exchange> {
  const exchange = await attempt();
  return (exchange.response?.status ?? 0) < 300 ? attempt() : exchange;
}

/**
 * The answer that refuses a request for the rate, asked until it comes once the limit is used up. Where the window of the limit has just turned (freedom F023) as
 * many requests as the limit allows are served once more.
 */
export async function untilLimited(ask: () => Promise<Exchange>, requests: number): Promise<Exchange> {
  let exchange = await ask();
  for (let more = 0; more < requests && exchange.response?.status !== 429; more += 1) exchange = await ask();
  return exchange;
}
