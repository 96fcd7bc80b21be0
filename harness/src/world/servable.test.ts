import { expect, test } from 'vitest';
import { type ExchangeSketch, sketchExchange } from '../exchange/exchange.fixture.ts';
import { Servable } from './servable.ts';

const keyed = (sketch: ExchangeSketch) =>
  sketchExchange({ requestHeaders: [['Authorization', 'Bearer sk-1']], ...sketch });

function opened(): Servable {
  const servable = new Servable();
  servable.addKey('sk-1', 'a');
  return servable;
}

test('a list names models that its account has, with the inputs that are known of them', () => {
  const servable = opened();
  servable.addModel('a', 'm/image', { prompt: 'a cat' });
  servable.learn(keyed({ path: '/v1/models', body: { data: [{ id: 'm/x' }, { id: 'm/image' }, {}] } }));
  expect(servable.hasModel('a', 'm/x')).toBe(true);
  expect(servable.inputsOf('a', 'm/image')).toEqual({ prompt: 'a cat' });
});

test.each<[string, ExchangeSketch]>([
  ['that was refused', { status: 404 }],
  ['under another key', { requestHeaders: [['Authorization', 'Bearer sk-2']] }],
])('a list %s names none', (_what, sketch) => {
  const servable = opened();
  servable.learn(keyed({ path: '/v1/models', body: { data: [{ id: 'm/x' }] }, ...sketch }));
  expect(servable.hasModel('a', 'm/x')).toBe(false);
});

test('keys that were deleted, and those of an account that is refused, are good no more', () => {
  const servable = opened();
  servable.addKey('sk-2', 'a');
  servable.removeKey('sk-2');
  expect(servable.accountOf('Bearer sk-2')).toBeUndefined();
  expect(servable.accountOf('Bearer sk-1')).toBe('a');
  expect(servable.accountOf('bearer sk-1')).toBeUndefined();
  servable.removeKeysOf('a');
  expect(servable.accountOf('Bearer sk-1')).toBeUndefined();
});
