import { webcrypto } from 'node:crypto';
import { hourMs } from '@gateproof/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Account } from '../tenants/account.ts';
import { type Attempt, referenceWebhooks as webhooks } from './webhooks.ts';

const account = {} as Account;
const secret = fc.string({ minLength: 1, maxLength: 80 });
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

/** HMAC-SHA256 over bytes that are put together by hand, in lowercase hexadecimal. */
async function hmac(key: string, t: string, body: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const made = await webcrypto.subtle.importKey('raw', Buffer.from(key), algorithm, false, ['sign']);
  const bytes = Buffer.concat([Buffer.from(t), Buffer.from([0x2e]), Buffer.from(body)]);
  return Buffer.from(await webcrypto.subtle.sign('HMAC', made, bytes)).toString('hex');
}

test('a signature has one time in whole seconds and one v1 for each secret, over exactly these bytes', async () => {
  const secrets = fc.array(secret, { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(secrets, time, fc.string({ unit: 'binary', maxLength: 200 }), async (all, nowMs, body) => {
      const attempt = { atMs: nowMs, firstAtMs: nowMs, number: 1 } as Attempt;
      const t = webhooks.timestamp(attempt);
      const values = all.map((one) => webhooks.v1(one, t, body, attempt));
      expect(webhooks.signature(t, values)).toMatch(
        all.length === 1 ? /^t=\d+,v1=[0-9a-f]{64}$/ : /^t=\d+(,v1=[0-9a-f]{64}){2}$/,
      );
      expect(nowMs / 1000 - Number(t)).toBeGreaterThanOrEqual(0);
      expect(nowMs / 1000 - Number(t)).toBeLessThan(1);
      expect(values).toEqual(await Promise.all(all.map((one) => hmac(one, t, body))));
    }),
  );
});

test('whatever is drawn, seven gaps grow and last most of a day', () => {
  const draws = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(draws, (fractions) => {
      const gaps = fractions.map((fraction, place) => webhooks.gapMs(place + 1, fraction));
      expect(webhooks.maxAttempts).toBe(gaps.length + 1);
      for (const [place, gap] of gaps.entries()) expect(gap).toBeGreaterThan(gaps[place - 1] ?? 0);
      const wholeMs = gaps.reduce((sum, gap) => sum + gap, 0);
      expect(wholeMs).toBeGreaterThan(12 * hourMs);
      expect(wholeMs).toBeLessThan(24 * hourMs);
    }),
  );
});

test('after any rotations and retirements the newest secret signs, and at most the one before it', () => {
  fc.assert(
    fc.property(secret, fc.array(fc.option(secret, { nil: undefined }), { maxLength: 12 }), (first, changes) => {
      let secrets: readonly string[] = [first];
      let [newest, before]: (string | undefined)[] = [first, undefined];
      for (const fresh of changes) {
        const endpoint = { secrets } as WebhookEndpoint;
        secrets = fresh === undefined ? webhooks.retire(endpoint, account) : webhooks.rotate(endpoint, fresh, account);
        [newest, before] = fresh === undefined ? [newest, undefined] : [fresh, newest];
        expect(secrets).toEqual(before === undefined ? [newest] : [newest, before]);
      }
    }),
  );
});
