import { dayMs } from '@gateproof/spec';
import { openReceiver } from '../../simulator/src/testing/receiver.fixture.ts';
import { clock } from '../clock.ts';
import { type Server, startServer } from '../servers/start-server.ts';

const atOnce = 50;

export interface ManyDeliveries {
  /** How long a day takes in which all of them are due, in ms of real time. */
  readonly elapsedMs: number;
  /** Processor time of the server for that day, in ms. */
  readonly cpuMs: number;
  /** Resident memory of the server behind it, in bytes. */
  readonly residentBytes: number;
}

/** Moves a clock on by a day with so many deliveries pending, whose first attempts have failed: all are attempted again over TLS, in order. */
export async function manyDeliveries(count: number): Promise<ManyDeliveries> {
  const [server, receiver] = await Promise.all([startServer('simulator', { pace: 'together' }), openReceiver()]);
  receiver.state.status = 500;
  try {
    const account = await failingAccount(server, receiver);
    for (let made = 0; made < count; made += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, count - made) }, () => account.submit()));
    }
    await receiver.received(count);
    receiver.state.status = 200;
    const before = await server.usage(true);
    const startedAtMs = clock.nowMs();
    await account.advance(dayMs);
    const elapsedMs = clock.nowMs() - startedAtMs;
    const after = await server.usage();
    assertOrdered(
      receiver.deliveries.slice(count).map(({ headers }) => String(headers['svc-signature'])),
      count,
    );
    return { elapsedMs, cpuMs: after.cpuMs - before.cpuMs, residentBytes: after.residentBytes };
  } finally {
    await receiver.close();
    await server.close();
  }
}

async function failingAccount({ url }: Server, receiver: Awaited<ReturnType<typeof openReceiver>>) {
  const testbed = `${url}/_testbed/v1/accounts`;
  const { id, key } = (await post(testbed, {})) as { readonly id: string; readonly key: { readonly secret: string } };
  const { url: hook, connectTo, ca } = receiver;
  await post(`${testbed}/${id}/webhooks`, { url: hook, connect_to: connectTo, ca });
  return {
    submit: () => post(`${url}/v1/images/generations`, { model: 'gateproof/image', prompt: 'x' }, key.secret),
    advance: (ms: number) => post(`${testbed}/${id}/clock/advance`, { ms }),
  };
}

function assertOrdered(signatures: readonly string[], count: number): void {
  const times = signatures.map((signature) => Number(/t=(\d+)/.exec(signature)?.[1]));
  const isOrdered = times.every((time, place) => time >= (times[place - 1] ?? 0));
  if (!isOrdered || times.length !== count)
    throw new Error(`${times.length} of ${count} deliveries came, in order: ${isOrdered}`);
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
