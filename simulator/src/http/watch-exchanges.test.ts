import { expect, test } from 'vitest';
import { referenceBehaviour } from '../behaviour/behaviour.ts';
import { patch } from '../behaviour/patch.ts';
import { createSimulator } from '../simulator.ts';

test('a request that the gateway makes to itself leads to no further one, and no header of a caller makes another so', async () => {
  const seen: string[] = [];
  const behaviour = patch('exchanges', {
    sideRequests: ({ path, headers }) => {
      seen.push(path);
      return [{ method: 'GET', path: '/v1/models', headers: { authorization: String(headers.authorization) } }];
    },
  })(referenceBehaviour);
  const simulator = createSimulator({ behaviour });
  const ask = (headers: Readonly<Record<string, string>>) =>
    simulator.fetch('http://gateway.test/v1/models', {
      headers: { authorization: `Bearer ${simulator.defaultKey}`, ...headers },
    });
  expect((await ask({})).status).toBe(200);
  expect((await ask({ 'x-own-request': '1' })).status).toBe(200);
  expect(seen).toEqual(['/v1/models', '/v1/models']);
  await simulator.close();
});
