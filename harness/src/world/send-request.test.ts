import { expect, test } from 'vitest';
import type { Header } from '../exchange/exchange.ts';
import type { WireRequest } from '../exchange/wire-request.ts';
import type { CaseScope } from './case-scope.ts';
import { sendRequest } from './send-request.ts';
import type { RequestOptions } from './world.ts';

interface Means {
  readonly headers?: readonly Header[];
  readonly modelHeaders?: readonly (readonly [string, readonly Header[]])[];
  readonly waitMs?: number;
}

/** Sends one request and returns what would have been written, with the pause before it. */
async function sent(options: RequestOptions, { headers = [], modelHeaders = [], waitMs = 0 }: Means = {}) {
  const wires: WireRequest[] = [];
  const pauses: number[] = [];
  const means = {
    baseUrl: 'http://gateway.test',
    headers,
    requestTimeoutMs: 100,
    testbed: { facts: { modelHeaders: new Map(modelHeaders) } },
    pace: { takeTurn: () => waitMs },
    clock: { pause: async (delayMs: number) => void pauses.push(delayMs) },
    client: { send: async (wire: WireRequest) => void wires.push(wire) },
  };
  await sendRequest({ means, recorder: {}, over: new AbortController().signal } as unknown as CaseScope, options);
  return { wire: wires[0], pauses };
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

test('a request waits for its turn', async () => {
  expect((await sent({ path }, { waitMs: 40 })).pauses).toEqual([40]);
  expect((await sent({ path })).pauses).toEqual([]);
});
