import type { Exchange } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { receiverSymptoms } from './symptoms.ts';

const exchange = (method: string, url: string, status: number, body = '') =>
  ({
    ...{ id: 'x1', side: 'delivery', request: { method, url, headers: [], body: new Uint8Array(), atMs: 0 } },
    response: { status, headers: [], body: Buffer.from(body), arrivals: [], headersAtMs: 1 },
  }) as unknown as Exchange;
const count = (event: string, seen: number) => exchange('GET', `/effects?event=${event}`, 200, `{"count":${seen}}`);
const firstShown = (rule: string, ...exchanges: Exchange[]) =>
  receiverSymptoms.find((symptom) => symptom.shows(rule, exchanges))?.id;

test.each([
  ['receiver.duplicate.later', [count('a', 0), count('a', 2)], 'effect-again'],
  ['receiver.duplicate.later', [count('a', 0), count('a', 1), count('b', 0)], 'effect-lost'],
  ['receiver.duplicate.later', [count('a', 0), count('a', 1)], undefined],
  ['receiver.duplicate.later', [exchange('GET', '/effects', 200, 'no JSON')], undefined],
  ['receiver.forged.without-effect', [count('a', 0), count('b', 1)], undefined],
  ['receiver.forged.unsigned', [exchange('POST', '/hook', 204)], 'forged-acknowledged'],
  ['receiver.forged.unsigned', [exchange('POST', '/hook', 302)], 'genuine-refused'],
  ['receiver.bytes.spacing', [exchange('POST', '/hook', 400)], 'bytes-refused'],
  ['receiver.rotation.first-matches', [exchange('POST', '/hook', 400)], 'rotation-refused'],
  ['receiver.genuine.failed', [exchange('POST', '/hook', 500)], 'genuine-refused'],
  ['receiver.genuine.failed', [exchange('POST', '/hook', 200)], undefined],
  ['receiver.event.own', [count('a', 1), exchange('POST', '/hook', 200)], 'event-changed'],
  ['receiver.event.complete', [count('a', 0)], 'effect-lost'],
] as const)('%s with %j shows %s', (rule, exchanges, symptom) => {
  expect(firstShown(rule, ...exchanges)).toBe(symptom);
});
