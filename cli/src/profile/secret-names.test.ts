import { expect, test } from 'vitest';
import { secretNames } from './secret-names.ts';

test('each variable that holds a secret of the profile is found, wherever it is named', () => {
  const profile = {
    url: 'https://gateway.example',
    key: { env: 'GATEWAY_KEY' },
    keys: { second_account: { value: 'sk-plain' }, others: [{ env: 'OTHER_KEY' }] },
    command: { start: 'serve', env: { MODE: 'test' } },
    testbed: { url: '/_testbed/v1', token_env: 'TESTBED_TOKEN' },
  };
  const env = { GATEWAY_KEY: 'sk-1', OTHER_KEY: 'sk-2', TESTBED_TOKEN: 'token', MODE: 'live' };
  expect([...secretNames(profile, env)]).toEqual([
    ['sk-1', 'GATEWAY_KEY'],
    ['sk-2', 'OTHER_KEY'],
    ['token', 'TESTBED_TOKEN'],
  ]);
});

test('a variable that is not set holds nothing', () => {
  expect(secretNames({ url: 'https://gateway.example', key: { env: 'GATEWAY_KEY' } }, {}).size).toBe(0);
});
