import { expect, test } from 'vitest';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';
import { createWebhookSender } from './webhook-sender.ts';

test('endpoints of one authority resume its TLS sessions, and one that does not name it is not delivered to', async () => {
  const receiver = await openReceiver();
  const sender = createWebhookSender();
  const { url, connectTo } = receiver;
  const post = (ca: string | undefined) => {
    const endpoint: WebhookEndpoint = { id: 'whk_1', url, connectTo, ca, secrets: [], isRemoved: false };
    return sender.post({ endpoint, url, headers: {}, body: '{}', signal: new AbortController().signal });
  };
  expect((await post(receiver.ca)).status).toBe(200);
  expect((await post(receiver.ca)).status).toBe(200);
  expect(receiver.sessions).toEqual(['new', 'resumed']);
  await expect(post(undefined)).rejects.toThrow('self-signed certificate');
  await Promise.all([sender.close(), receiver.close()]);
});
