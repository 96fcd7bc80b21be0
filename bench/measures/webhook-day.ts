import { dayMs } from '@gateproof/spec';
import { openReceiver } from '../../simulator/src/testing/receiver.fixture.ts';
import { clock } from '../clock.ts';
import { startServer } from '../servers/start-server.ts';
import { median } from './median.ts';

const days = 7;
const attempts = 8;

/** How long a day takes in which an event is never acknowledged: eight real deliveries over TLS on a moved clock, in ms; the middle of seven days. */
export async function webhookDayMs(): Promise<number> {
  const server = await startServer('simulator', { pace: 'together' });
  const receiver = await openReceiver();
  receiver.state.status = 500;
  try {
    const times: number[] = [];
    for (let day = 1; day <= days; day += 1) times.push(await oneDay(server.url, receiver, day * attempts));
    return median(times);
  } finally {
    await receiver.close();
    await server.close();
  }
}

async function oneDay(
  url: string,
  receiver: Awaited<ReturnType<typeof openReceiver>>,
  expected: number,
): Promise<number> {
  const testbed = `${url}/_testbed/v1/accounts`;
  const account = (await post(testbed, {})) as { readonly id: string; readonly key: { readonly secret: string } };
  const { url: hook, connectTo, ca } = receiver;
  await post(`${testbed}/${account.id}/webhooks`, { url: hook, connect_to: connectTo, ca });
  await post(`${url}/v1/images/generations`, { model: 'gateproof/image', prompt: 'a square' }, account.key.secret);
  await receiver.received(expected - attempts + 1);
  const startedAt = clock.nowMs();
  await post(`${testbed}/${account.id}/clock/advance`, { ms: dayMs });
  const took = clock.nowMs() - startedAt;
  const found = receiver.deliveries.length;
  if (found !== expected) throw new Error(`${found} deliveries came, not ${expected}`);
  return took;
}

async function post(url: string, body: object, key?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
