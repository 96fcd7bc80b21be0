import { expect, test } from 'vitest';
import { SeenKeys } from './seen-keys.ts';

test('keys of one account share its jobs, and are restricted and deleted as the testbed was asked', () => {
  const keys = new SeenKeys();
  const made = { id: 'a1', key: { id: 'k1', secret: 's1' } };
  keys.learn({ method: 'POST', path: '/accounts', sent: {}, answered: made });
  const asked = { models: ['a/b'], monthly_cap_usd: 3, expires_at: '1970-01-01T00:00:01Z' };
  keys.learn({ method: 'POST', path: '/accounts/a1/keys', sent: asked, answered: { id: 'k2', secret: 's2' } });
  expect(keys.caller('s2').jobs).toBe(keys.caller('s1').jobs);
  expect(keys.caller('s2').key.restrictions).toEqual({ models: ['a/b'], monthlyCapUsd: 3, expiresAtMs: 1000 });
  keys.learn({ method: 'DELETE', path: '/accounts/a1/keys/k2', sent: undefined, answered: undefined });
  expect([keys.caller('s1').key.deleted, keys.caller('s2').key.deleted]).toEqual([false, true]);
});

test('a key that the testbed did not make has jobs of its own', () => {
  const keys = new SeenKeys();
  expect(keys.caller('x').jobs === keys.caller('y').jobs).toBe(false);
});
