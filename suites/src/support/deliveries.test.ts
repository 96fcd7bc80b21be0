import type { Exchange, History } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { deliveriesSeen } from './deliveries.ts';

const endpoint = 'https://hooks.example.test/case-1/hook?tenant=7';

function cameTo(url: string, fields: Partial<Exchange> = {}): Exchange {
  return {
    id: url,
    side: 'delivery',
    request: { method: 'POST', url, headers: [], body: new Uint8Array(), atMs: 0 },
    webhook: { url: endpoint, secrets: ['whsec_1'], signingKey: 'text', wasRotated: false, timesAdded: 1 },
    ending: 'complete',
    endedAtMs: 1,
    ...fields,
  } as Exchange;
}

function seen(...exchanges: readonly Exchange[]): readonly string[] {
  const history: History = { exchanges, prefix: 'svc', baseUrl: 'http://gateway.test', notes: {} };
  return [...deliveriesSeen(history)].map(({ exchange }) => exchange.id);
}

test('attempts at the endpoint are seen, whatever became of its query or last slash', () => {
  const urls = [endpoint, 'https://hooks.example.test/case-1/hook', 'https://hooks.example.test/case-1/hook/'];
  expect(seen(...urls.map((url) => cameTo(url)))).toEqual(urls);
});

test('what came below the endpoint is no delivery to it, and a request of ours is none at all', () => {
  const url = 'https://hooks.example.test/case-1/hook/redirected';
  expect(seen(cameTo(url), cameTo(endpoint, { side: 'request' }))).toEqual([]);
});

test('where nothing is known of the endpoint, every delivery is seen', () => {
  const url = 'https://hooks.example.test/case-1/hook/redirected';
  const { webhook: _facts, ...stray } = cameTo(url);
  expect(seen(stray as Exchange)).toEqual([url]);
});
