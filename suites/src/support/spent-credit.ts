import { controlRefused, type Exchange, type World } from '@gateproof/harness';
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
