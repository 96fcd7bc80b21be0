import type { TestAccount } from './account.ts';
import { type Answer, call } from './client.ts';
import type { Load } from './load.ts';
import type { KeyedRequest, Promises } from './promises.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly account: TestAccount;
  readonly promises: Promises;
  readonly load: Load;
  readonly world: World;
}

const atOnce = 20;

/** Reads jobs and repeats keyed requests, and notes every promise that is not kept. */
export async function verify(
  url: string,
  { account, promises, load, world }: Scene,
  { jobs, keyed }: { readonly jobs: readonly string[]; readonly keyed: readonly KeyedRequest[] },
): Promise<void> {
  const { secret } = account;
  await inTurn(jobs, async (id) => {
    const answer = await call(url, { method: 'GET', path: `/v1/jobs/${id}`, secret });
    promises.read(id, answer ?? { status: 0, text: 'no answer' });
  });
  await inTurn(keyed, (request) => load.again(url, request));
  for (const { key, prompt, isJob } of keyed) {
    const calls = world.calls.get(prompt) ?? 0;
    if (!isJob && calls > 1) promises.break(`key ${key}: ${calls} generations`);
  }
}

/** What must hold once everything has come to its end: each job done, each with its one event, delivered or given up. */
export async function verifyEnd(url: string, { account, promises, world }: Scene): Promise<void> {
  const unfinished = [...promises.jobs].filter(([, state]) => !state?.startsWith('succeeded'));
  for (const [id, state] of unfinished) promises.break(`job ${id} ended as ${state ?? 'nothing'}`);
  for (const { key, first, isLost } of promises.keyed) {
    if (first === undefined && !isLost) promises.break(`key ${key} is neither answered nor refused`);
  }
  const { generations } = parsed(await call(url, { method: 'GET', path: `${account.path}/usage` }));
  const ran = generations.filter(({ kind }: { kind: string }) => kind === 'job').length;
  const keylessLost = ran - promises.jobs.size;
  // A submission without a key whose answer was lost has a job that nobody knows; one with a key must have been found again.
  const { deliveries } = parsed(await call(url, { method: 'GET', path: `${account.path}/deliveries` }));
  if (deliveries.length !== ran) promises.break(`${ran} jobs ran, and ${deliveries.length} have a delivery`);
  if (keylessLost < 0) promises.break(`${-keylessLost} jobs have no generation`);
  verifyDeliveries(deliveries, promises, world);
}

interface LoggedDelivery {
  readonly id: string;
  readonly jobId: string;
  readonly eventId: string;
  readonly state: string;
  readonly attempts: readonly unknown[];
}

function verifyDeliveries(deliveries: readonly LoggedDelivery[], promises: Promises, { receiver }: World): void {
  const received = new Map<string, Set<string>>();
  for (const { body } of receiver.deliveries) {
    const event = JSON.parse(body);
    received.set(event.data.id, (received.get(event.data.id) ?? new Set()).add(event.id));
  }
  const logged = new Set(deliveries.map(({ jobId }) => jobId));
  for (const id of promises.jobs.keys()) if (!logged.has(id)) promises.break(`job ${id} has no delivery`);
  for (const { jobId, eventId, state, attempts } of deliveries) {
    const events = [...(received.get(jobId) ?? [])];
    if (events.length !== 1 || events[0] !== eventId) {
      promises.break(`job ${jobId}: events ${events.join(', ') || 'none'} came instead of ${eventId}`);
    }
    if (state !== 'delivered' && !(state === 'given-up' && attempts.length === 8)) {
      promises.break(`job ${jobId}: its delivery is ${state} after ${attempts.length} attempts`);
    }
  }
}

function parsed(answer: Answer | undefined) {
  if (answer?.status !== 200) throw new Error(`the testbed answered ${answer?.status} ${answer?.text}`);
  return JSON.parse(answer.text);
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) await Promise.all(items.slice(at, at + atOnce).map(work));
}
