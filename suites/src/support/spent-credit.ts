import { type Account, controlRefused, type Exchange, NotArranged, NotExercised, type World } from '@gateproof/harness';
import { failing, serverError } from './held-jobs.ts';
import { readUntilEnd, submitJob } from './media-jobs.ts';
import { beyondCap } from './spent-caps.ts';
import { submit } from './submissions.ts';

/** The answer to the last of some chats that cost more than their account's credit, all of them booked. */
export async function askBeyondCredit(world: World, priceUsd: number): Promise<Exchange> {
  const account = await world.account();
  const model = await account.model({ priceUsd });
  await account.setCredit(2.5 * priceUsd);
  const ask = () => submit('chat', account.key, model);
  for (let sent = 0; sent < 3; sent += 1) if ((await ask()).response?.status !== 200) break;
  return beyondCap(world, ask);
}

/** Control that this testbed's credit is spent at all: a request that is sent again and again is refused in the end. */
export async function controlSpent(world: World): Promise<void> {
  controlRefused(await askBeyondCredit(world, 1), 'auth.credit.chat');
}

/** What else than plain chats uses credit up. */
export const spenders = ['streams', 'jobs', 'chats by a fallback', 'jobs by a fallback'] as const;
export type Spender = (typeof spenders)[number];

/** Has an account pay for one request of a dollar. */
async function spendOnce(world: World, account: Account, spender: Spender): Promise<void> {
  const modality = spender.startsWith('jobs') ? 'image' : 'text';
  const isByFallback = spender.endsWith('by a fallback');
  const serving = await account.model({ modality, priceUsd: 1 });
  const upstreams = [failing(serverError)];
  const model = isByFallback ? await account.model({ modality, priceUsd: 1, upstreams }) : serving;
  const list = isByFallback ? { models: [serving.id] } : {};
  if (modality === 'image') {
    const { id } = await submitJob(account.key, model, list);
    if ((await readUntilEnd(world, account, id))?.job.state === 'succeeded') return;
  } else {
    const stream = spender === 'streams' ? { stream: true } : {};
    if ((await submit('chat', account.key, model, { ...list, ...stream })).response?.status === 200) return;
  }
  throw new NotExercised(`what is to be paid for as ${spender} came to no result`);
}

/** The answer to a chat after three requests of a dollar, where the credit was 2.5 dollars, all of them booked. */
export async function askAfter(world: World, spender: Spender): Promise<Exchange> {
  if (spender.startsWith('jobs') && !world.claims('jobs')) throw new NotArranged('the target runs no jobs');
  const account = await world.account();
  await account.setCredit(2.5);
  for (let sent = 0; sent < 3; sent += 1) await spendOnce(world, account, spender);
  const model = await account.model({ priceUsd: 1 });
  return beyondCap(world, () => submit('chat', account.key, model));
}
