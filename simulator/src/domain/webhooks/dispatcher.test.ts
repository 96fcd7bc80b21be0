import { dayMs } from '@gateproof/spec';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from '../../testing/gateway.fixture.ts';
import { openReceiver } from '../../testing/receiver.fixture.ts';

type Gateway = Awaited<ReturnType<typeof openGateway>>;
let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const verifier = new Stripe('sk_test').webhooks;
const signatureOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => String(headers['svc-signature']);
const secondsOf = (header: string) => Number(/t=(\d+)/.exec(header)?.[1]);

async function prepared() {
  const [account, receiver] = [await gateway.account(), await openReceiver()];
  const { json } = await gateway.testbed('POST', `${account.path}/webhooks`, {
    url: receiver.url,
    connect_to: receiver.connectTo,
    ca: receiver.ca,
  });
  const model = await account.modelWith({ modality: 'image' });
  return {
    account,
    receiver,
    webhook: json as { id: string; secret: string },
    path: `${account.path}/webhooks/${json.id}`,
    submit: async () =>
      (await account.key.send('POST', '/v1/images/generations', { model: model.id, prompt: 'é "\u{1F3A8}"' })).json,
  };
}

describe('a finished job', () => {
  test('is delivered once, signed over the exact bytes, with what a read returns', async () => {
    const { account, receiver, webhook, submit } = await prepared();
    const job = await submit();
    const [delivery] = await receiver.received(1);
    if (delivery === undefined) throw new Error('nothing came');
    verifier.constructEvent(delivery.body, signatureOf(delivery), webhook.secret);
    expect(() => verifier.constructEvent(`${delivery.body} `, signatureOf(delivery), webhook.secret)).toThrow();
    const event = JSON.parse(delivery.body);
    expect([event.type, delivery.headers['svc-event']]).toEqual(['job.succeeded', 'job.succeeded']);
    expect([event.id.slice(0, 4), String(delivery.headers['svc-delivery']).slice(0, 4)]).toEqual(['evt_', 'whd_']);
    const read = (await account.key.send('GET', `/v1/jobs/${job.id}`)).json;
    const withoutLinks = (data: { output: object[] }) => ({
      ...data,
      output: data.output.map((item) => ({ ...item, url: '', url_expires_at: '' })),
    });
    expect(withoutLinks(event.data)).toEqual(withoutLinks(read));
    expect(delivery.path).toBe('/in?x=1');
    await account.advance(2 * dayMs);
    expect(receiver.deliveries).toHaveLength(1);
    await receiver.close();
  });

  test('is delivered in eight attempts with growing gaps, one event id and fresh signatures, when nobody acknowledges', async () => {
    const { account, receiver, webhook, submit } = await prepared();
    receiver.state.status = 302;
    receiver.state.headers = { location: 'https://elsewhere.example.test/' };
    const job = await submit();
    await receiver.received(1);
    const before = (await account.key.send('GET', `/v1/jobs/${job.id}`)).json;
    await account.advance(3 * dayMs);
    const attempts = receiver.deliveries;
    expect(attempts).toHaveLength(8);
    expect(new Set(attempts.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    const times = attempts.map((delivery) => secondsOf(signatureOf(delivery)));
    const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
    expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
    expect(new Set(gaps).size).toBe(7);
    const hours = gaps.reduce((sum, gap) => sum + gap, 0) / 3_600;
    expect(hours).toBeGreaterThan(12);
    expect(hours).toBeLessThan(24);
    for (const delivery of attempts) {
      const header = signatureOf(delivery);
      verifier.constructEvent(delivery.body, header, webhook.secret, 300, undefined, secondsOf(header) * 1000);
    }
    const after = (await account.key.send('GET', `/v1/jobs/${job.id}`)).json;
    expect([after.state, after.completed_at]).toEqual([before.state, before.completed_at]);
    await receiver.close();
  });

  test('is delivered again when there was no answer within ten seconds of the account clock', async () => {
    const { account, receiver, submit } = await prepared();
    receiver.state.status = undefined;
    await submit();
    await receiver.received(1);
    await account.advance(9_000);
    receiver.state.status = 200;
    expect(receiver.deliveries).toHaveLength(1);
    await account.advance(5 * 60_000);
    expect(receiver.deliveries).toHaveLength(2);
    await receiver.close();
  });

  test('is signed by both secrets from a rotation to the retirement, retries too', async () => {
    const { account, receiver, webhook, path, submit } = await prepared();
    receiver.state.status = 500;
    await submit();
    await receiver.received(1);
    const { secret } = (await gateway.testbed('POST', `${path}/rotate`)).json;
    await account.advance(2 * 60_000);
    const retry = receiver.deliveries[1];
    if (retry === undefined) throw new Error('no retry came');
    const at = secondsOf(signatureOf(retry)) * 1000;
    for (const one of [secret, webhook.secret])
      verifier.constructEvent(retry.body, signatureOf(retry), one, 300, undefined, at);
    await gateway.testbed('POST', `${path}/retire`);
    await account.advance(10 * 60_000);
    const last = receiver.deliveries[2];
    if (last === undefined) throw new Error('no second retry came');
    expect(signatureOf(last).match(/v1=/g)).toHaveLength(1);
    const later = secondsOf(signatureOf(last)) * 1000;
    expect(() =>
      verifier.constructEvent(last.body, signatureOf(last), webhook.secret, 300, undefined, later),
    ).toThrow();
    await receiver.close();
  });

  test('of another account is delivered to nobody else, and nothing comes after the endpoint is removed', async () => {
    const { account, receiver, path, submit } = await prepared();
    const other = await prepared();
    receiver.state.status = 500;
    await submit();
    await receiver.received(1);
    expect(other.receiver.deliveries).toHaveLength(0);
    await gateway.testbed('DELETE', path);
    await account.advance(dayMs);
    expect(receiver.deliveries).toHaveLength(1);
    await Promise.all([receiver.close(), other.receiver.close()]);
  });
});
