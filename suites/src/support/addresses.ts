import { type Account, type Model, NotExercised } from '@gateproof/harness';
import { submit } from './submissions.ts';

const loopback = '127.0.0.1';

/** IPv4 ranges around the loopback address: those that hold it, and those that end just beside it. */
export const everyRange = {
  holding: ['127.0.0.1/32', '127.0.0.0/31', '127.0.0.0/9', '127.0.0.0/8', '126.0.0.0/7', '0.0.0.0/1', '0.0.0.0/0'],
  beside: ['127.0.0.0/32', '127.0.0.2/32', '127.0.0.2/31', '127.128.0.0/9', '126.0.0.0/8', '128.0.0.0/1'],
} as const;

/** Shows that the target sees us at the loopback address; `NotExercised` when it does not: behind a proxy, in a container. */
export async function loopbackKey(account: Account, model: Model): Promise<void> {
  const key = await account.newKey({ ip_ranges: [`${loopback}/32`] });
  const exchange = await submit('chat', key, model);
  if (exchange.response?.status !== 200) throw new NotExercised(`the target does not see us at ${loopback}`);
}
