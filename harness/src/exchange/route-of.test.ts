import { expect, test } from 'vitest';
import { sketchExchange } from './exchange.fixture.ts';
import { likelyRouteOf, routeOf } from './route-of.ts';

test.each([
  ['POST', '/v1/chat/completions', 'chat'],
  ['POST', '/v1/images/generations', 'image'],
  ['POST', '/v1/audio/transcriptions', 'transcription'],
  ['GET', '/v1/jobs/job_1', 'job'],
  ['POST', '/v1/jobs/job_1/cancel', 'cancel'],
  ['GET', '/v1/models', 'models'],
  ['GET', '/v1/models?limit=1', 'models'],
  ['GET', '/v1/models/author/slug', 'model'],
  ['GET', '/v1/chat/completions', undefined],
  ['GET', '/v1/jobs/', undefined],
  ['GET', '/v1/jobs/a/b', undefined],
  ['GET', '/v2/models', undefined],
] as const)('%s %s is %s', (method, path, route) => {
  expect(routeOf(sketchExchange({ method, path }), 'http://gateway.test')).toBe(route);
  expect(likelyRouteOf(sketchExchange({ method, path: `/some/base${path}` }))).toBe(route);
});

test('the base URL may carry a path, and another host has no routes', () => {
  const exchange = sketchExchange({ method: 'GET', path: '/api/v1/models' });
  expect(routeOf(exchange, 'http://gateway.test/api')).toBe('models');
  expect(routeOf(exchange, 'http://gateway.test')).toBeUndefined();
  expect(routeOf(exchange, 'http://other.test')).toBeUndefined();
});

test('a path to a model without a slash is one that a case meant, and none that every exchange is judged by', () => {
  const exchange = sketchExchange({ method: 'GET', path: '/v1/models/gpt-4o' });
  expect(likelyRouteOf(exchange)).toBe('model');
  expect(routeOf(exchange, 'http://gateway.test')).toBeUndefined();
});

test('a delivery has no route', () => {
  expect(routeOf({ ...sketchExchange(), side: 'delivery' }, 'http://gateway.test')).toBeUndefined();
});

test('a model id without a slash is likely one, though its path may be no route of the contract', () => {
  const exchange = sketchExchange({ method: 'GET', path: '/v1/models/gpt-4' });
  expect(likelyRouteOf(exchange)).toBe('model');
  expect(routeOf(exchange, 'http://gateway.test')).toBeUndefined();
});
