import { expect, test } from 'vitest';
import { offersText } from './offers-text.ts';

const target = { kind: 'url', baseUrl: 'http://gateway.test', prefix: 'svc', capabilities: [], arguments: [] } as const;

test('names what a gateway can arrange, and says that it can arrange nothing', () => {
  expect(offersText({ ...target, capabilities: ['clock', 'upstreams'] })).toBe('clock, upstreams');
  expect(offersText(target)).toBe('nothing beyond URL and key');
});

test('says nothing of what is never asked to arrange anything', () => {
  expect(offersText({ ...target, kind: 'receiver' })).toBeUndefined();
});
