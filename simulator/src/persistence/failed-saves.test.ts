import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../domain/webhooks/delivery.ts';
import { DataFileError } from '../store/data-file-error.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import type { Change } from '../store/store.ts';
import { openGateway } from '../testing/gateway.fixture.ts';
import { openReceiver } from '../testing/receiver.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-failed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** Refuses the first save that holds a delivery with so many attempts, as a full disk would. */
function refuseOnce(attempts: number): () => boolean {
  const save = SqliteStore.prototype.save;
  let wasRefused = false;
  const isMeant = (change: Change) =>
    change.kind === 'delivery' &&
    !('removed' in change) &&
    (change.value as Delivery).record.attempts.length === attempts;
  vi.spyOn(SqliteStore.prototype, 'save').mockImplementation(function (this: SqliteStore, changes) {
    if (wasRefused || !changes.some(isMeant)) return save.call(this, changes);
    wasRefused = true;
    return Promise.reject(new DataFileError('the disk is full'));
  });
  return () => wasRefused;
}

test.each([
  ['the end of a job with its event', 0],
  ['an attempt', 1],
])('deliveries go on after %s could not be kept', async (_, attempts) => {
  const receiver = await openReceiver();
  receiver.state.status = 500;
  const gateway = await openGateway({ data: join(folder, `${attempts}.sqlite`) });
  const account = await gateway.account();
  const { url, connectTo: connect_to, ca } = receiver;
  await gateway.testbed('POST', `${account.path}/webhooks`, { url, connect_to, ca });
  const wasRefused = refuseOnce(attempts);
  await account.key.send('POST', '/v1/images/generations', { model: 'gateproof/image', prompt: 'x' });
  await expect.poll(wasRefused).toBe(true);
  await account.advance(2 * 86_400_000);
  expect(receiver.deliveries).toHaveLength(8);
  const { deliveries } = (await gateway.testbed('GET', `${account.path}/deliveries`)).json;
  expect(deliveries).toMatchObject([{ state: 'given-up', attempts: { length: 8 } }]);
  await Promise.all([gateway.close(), receiver.close()]);
});
