import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import type { Header } from '../exchange/exchange.ts';
import type { DescribedRoutes } from '../exchange/target-path.ts';
import type { WireRequest } from '../exchange/wire-request.ts';
import { ConnectionLosses } from '../run/connection-losses.ts';
import type { CaseScope } from './case-scope.ts';
import { sendRequest } from './send-request.ts';
import { Servable } from './servable.ts';
import type { RequestOptions } from './world.ts';

interface Means {
  readonly headers?: readonly Header[];
  readonly modelHeaders?: readonly (readonly [string, readonly Header[]])[];
  readonly waitMs?: number;
  readonly routes?: DescribedRoutes;
  readonly addresses?: readonly string[];
}

const crash = { id: 'crash-1', sentence: 'The target exits after GET /v1/crash.' };

/** Sends one request and returns what would have been written, with the pause before it. */
async function sent(options: RequestOptions, given: Means = {}) {
  const { headers = [], modelHeaders = [], waitMs = 0, routes = {}, addresses = ['http://gateway.test'] } = given;
  const wires: WireRequest[] = [];
  const withheld: unknown[] = [];
  const pauses: number[] = [];
  const means = {
    addresses,
    routes,
    headers,
    requestTimeoutMs: 100,
    testbed: { facts: { modelHeaders: new Map(modelHeaders) } },
    pace: { takeTurn: () => waitMs },
    clock: { pause: async (delayMs: number) => void pauses.push(delayMs) },
    crashes: { withheld: ([kind]: readonly string[]) => (kind === 'GET /v1/crash' ? crash : undefined) },
    losses: new ConnectionLosses(),
    client: {
      async send(wire: WireRequest) {
        wires.push(wire);
        return sketchExchange({ id: 'x1', requestHeaders: wire.headers });
      },
    },
  };
  const servable = new Servable();
  servable.addKey('sk-good', 'account');
  const scope = {
    means,
    servable,
    recorder: {},
    over: new AbortController().signal,
    nextAddress: () => addresses.at(-1),
    scripts: new Map(),
    textModel: 'a/of-the-case',
    requestKinds: new Map(),
    withhold: (...[found]: Parameters<CaseScope['withhold']>) => withheld.push(found),
  };
  const sending = sendRequest(scope as unknown as CaseScope, options);
  // It never ends then.
  if (withheld.length === 0) await sending;
  return { wire: wires[0], pauses, kinds: scope.requestKinds, withheld };
}

const routed: Means = {
  headers: [
    ['X-Route', 'default'],
    ['X-Tenant', 'blue'],
  ],
  modelHeaders: [['a/one', [['x-route', 'one']]]],
};
const path = '/v1/chat/completions';

test.each([
  ['a body', { path, body: { model: 'a/one' } }],
  ['bytes', { path, rawBody: '{ "model" : "a\\/one" }' }],
])('the headers of a model that %s names replace those of the target with the same name', async (_what, options) => {
  const { wire } = await sent(options, routed);
  expect(wire?.headers.filter(([name]) => /^x-/i.test(name))).toEqual([
    ['X-Tenant', 'blue'],
    ['x-route', 'one'],
  ]);
});

test.each([
  ['another model', { path, body: { model: 'a/two' } }],
  ['no model', { path: '/v1/models' }],
  ['a model that is no string', { path, body: { model: 7 } }],
  ['no JSON', { path, rawBody: '{"model":"a/one"' }],
])('a request with %s carries those of the target', async (_what, options) => {
  const { wire } = await sent(options, routed);
  expect(wire?.headers.slice(0, 2)).toEqual(routed.headers);
});

test('bytes in which no model can be read carry the headers of the model of the case', async () => {
  const modelHeaders: Means['modelHeaders'] = [['a/of-the-case', [['X-Route', 'own']]]];
  const { wire } = await sent(
    { path, rawBody: Buffer.from('{"model":"a/one"', 'utf16le') },
    { ...routed, modelHeaders },
  );
  expect(wire?.headers.slice(0, 2)).toEqual([
    ['X-Tenant', 'blue'],
    ['X-Route', 'own'],
  ]);
});

test.each([
  ['of the model that it names', { path, body: { model: 'a/one' } }, '/of/a%2Fone'],
  ['of the model of the case where it names none', { path, rawBody: '{"model":' }, '/of/a%2Fof-the-case'],
])('a request goes to the described path %s, and keeps the one of the contract', async (_whose, options, wanted) => {
  const { wire } = await sent(options, { routes: { chat: '/of/{model}' } });
  expect(wire).toMatchObject({ url: `http://gateway.test${wanted}`, contractPath: path });
});

test('a request waits for its turn', async () => {
  expect((await sent({ path }, { waitMs: 40 })).pauses).toEqual([40]);
  expect((await sent({ path })).pauses).toEqual([]);
});

test('a request is remembered by its kind, and one of a kind that makes the target exit is not sent', async () => {
  const headers: readonly Header[] = [['Authorization', 'Bearer sk-good']];
  const good = await sent({ path: '/v1/models', headers });
  expect([...good.kinds]).toEqual([['x1', ['GET /v1/models']]]);
  expect(good.wire).not.toHaveProperty('mayFailFor');
  expect((await sent({ path: '/v1/models' })).wire).toMatchObject({ mayFailFor: 'key' });
  expect(await sent({ path: '/v1/crash' })).toMatchObject({ wire: undefined, withheld: [crash] });
});

test('with several addresses a request goes to the next, or to the one that it names, and says to which', async () => {
  const addresses = ['http://one.test', 'http://two.test'];
  const { wire: next } = await sent({ path }, { addresses });
  expect(next).toMatchObject({ url: `http://two.test${path}`, address: 'http://two.test' });
  const { wire: named } = await sent({ path, address: 'http://one.test' }, { addresses });
  expect(named).toMatchObject({ url: `http://one.test${path}`, address: 'http://one.test' });
  expect((await sent({ path })).wire).not.toHaveProperty('address');
});
