import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NotArranged } from '../../check/setup-failed.ts';
import { startRunClock } from '../../clock/run-clock.ts';
import { aStaticProfile, aWiredModel } from './static-profile.fixture.ts';
import { openStaticTestbed } from './static-testbed.ts';

const run = { clock: startRunClock(), nonce: 'test' };

async function aTestbed(fields: Parameters<typeof aStaticProfile>[0] = {}) {
  const testbed = await openStaticTestbed(aStaticProfile(fields), run);
  onTestFinished(() => testbed.close());
  return testbed;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const restricted = { key: 'sk-restricted', allowed: 'a/one', forbidden: 'a/two' };

describe('openStaticTestbed', () => {
  it.each([
    ['nothing', {}, []],
    ['a second account', { keys: { secondAccount: 'sk-2' } }, ['accounts']],
    ['a key by role', { keys: { expired: 'sk-old' } }, ['keys']],
    ['a further key', { keys: { others: ['sk-3'] } }, ['keys']],
    ['an account without credit', { keys: { noCredit: 'sk-poor' } }, ['credit']],
    ['fragments', { fragments: { zdr: { svc: { zdr: true } } } }, ['fragments']],
  ] as const)('claims what a profile with %s lets be arranged', async (_what, fields, capabilities) => {
    expect([...(await aTestbed(fields)).facts.capabilities]).toEqual(capabilities);
  });

  it('claims models and upstreams for wired models, and lists the headers of each', async () => {
    const headers = [['x-route', 'one']] as const;
    const { facts } = await aTestbed({ models: [aWiredModel({ id: 'a/one', ports: [await freePort()], headers })] });
    expect([...facts.capabilities]).toEqual(['models', 'upstreams']);
    expect(facts.modelHeaders.get('a/one')).toEqual(headers);
  });

  it('gives the default account first, then the second one, and no third', async () => {
    const testbed = await aTestbed({ keys: { secondAccount: 'sk-2', noCredit: 'sk-poor' } });
    expect((await testbed.createAccount(undefined, 1)).key.secret).toBe('sk-default');
    expect((await testbed.createAccount(undefined, 2)).key.secret).toBe('sk-2');
    expect((await testbed.createAccount(0, 1)).key.secret).toBe('sk-poor');
    await expect(testbed.createAccount(undefined, 3)).rejects.toThrow(NotArranged);
  });

  it.each([
    ['second_account', 2, undefined],
    ['no_credit', 1, 0],
  ] as const)('names keys.%s when the profile lacks it', async (key, ordinal, creditUsd) => {
    await expect((await aTestbed()).createAccount(creditUsd, ordinal)).rejects.toThrow(
      `the profile names no keys.${key}`,
    );
  });

  it.each(['expired', 'deleted', 'elsewhere', 'capped', 'policy'] as const)(
    'gives the %s key, or names it',
    async (role) => {
      const account = await (await aTestbed({ keys: { [role]: 'sk-role' } })).createAccount(undefined, 1);
      expect(account.roleKey?.(role).secret).toBe('sk-role');
      const without = await (await aTestbed()).createAccount(undefined, 1);
      expect(() => without.roleKey?.(role)).toThrow(`the profile names no keys.${role}`);
    },
  );

  it('gives the restricted key for its own model set alone, and a further key for no restriction', async () => {
    const testbed = await aTestbed({ keys: { restricted, others: ['sk-3'] } });
    const account = await testbed.createAccount(undefined, 1);
    expect((await account.createKey({ models: ['a/one'] })).secret).toBe('sk-restricted');
    expect((await account.createKey({})).secret).toBe('sk-3');
    await expect(account.createKey({ models: ['a/other'] })).rejects.toThrow('keys.restricted');
    await expect(account.createKey({ monthly_cap_usd: 1 })).rejects.toThrow(NotArranged);
    expect(account.restricted).toEqual(restricted);
  });

  it('gives a model back when its case ends, and none to another account', async () => {
    const models = [aWiredModel({ id: 'a/one', ports: [await freePort()] })];
    const testbed = await aTestbed({ models, keys: { secondAccount: 'sk-2' } });
    const request = { modality: 'text', endpoints: ['http://127.0.0.1:1/u'] } as const;
    const account = await testbed.createAccount(undefined, 1);
    expect(await account.createModel(request)).toBe('a/one');
    await expect(account.createModel(request)).rejects.toThrow('the profile wires only 1 such models');
    await account.remove([]);
    await expect(account.createModel(request)).rejects.toThrow('the case has ended');
    expect(await (await testbed.createAccount(undefined, 1)).createModel(request)).toBe('a/one');
    const second = await testbed.createAccount(undefined, 2);
    await expect(second.createModel(request)).rejects.toThrow('belong to its default account');
  });

  it.each([
    ['deleteKey', 'k'],
    ['setCredit', 1],
    ['setRateLimit', null],
    ['setTrouble', {}],
    ['now', undefined],
    ['advance', 1],
    ['usage', undefined],
    ['registerWebhook', { url: 'https://hooks.example' }],
    ['rotateSecret', 'w'],
    ['retireSecret', 'w'],
    ['removeWebhook', 'w'],
  ] as const)('can not %s', async (verb, argument) => {
    const account = await (await aTestbed()).createAccount(undefined, 1);
    await expect((account[verb] as (value: unknown) => Promise<unknown>)(argument)).rejects.toThrow(NotArranged);
  });

  it('fails when a port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const profile = aStaticProfile({ models: [aWiredModel({ id: 'a/one', ports: [port] })] });
    await expect(openStaticTestbed(profile, run)).rejects.toThrow('EADDRINUSE');
  });
});
