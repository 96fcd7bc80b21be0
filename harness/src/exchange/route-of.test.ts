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

test.each(['gpt-4', 'llama3:8b', 'accounts/acme/models/one', 'acme%2Fone', '@cf/meta/llama-3'])(
  'a model is read under the id %s',
  (id) => {
    const exchange = sketchExchange({ method: 'GET', path: `/v1/models/${id}` });
    expect(routeOf(exchange, 'http://gateway.test')).toBe('model');
    expect(likelyRouteOf(exchange)).toBe('model');
  },
);

test('whether the refused path of an id without a slash is a route of the target is open', () => {
  const path = (id: string) => sketchExchange({ method: 'GET', path: `/v1/models/${id}`, status: 404 });
  expect(likelyRouteOf(path('gpt-4'))).toBe('model');
  expect(routeOf(path('gpt-4'), 'http://gateway.test')).toBeUndefined();
  expect(routeOf(path('acme%2fone'), 'http://gateway.test')).toBe('model');
});

test('a delivery has no route', () => {
  expect(routeOf({ ...sketchExchange(), side: 'delivery' }, 'http://gateway.test')).toBeUndefined();
});

test.each([
  ['/v1/models/a/%E0%A4%A', 'model'],
  ['/v1/jobs/job_100%', 'job'],
  ['/v1/models/gpt-4', 'model'],
])('%s may be no route where it is refused; a server error is the answer of the route', (path, route) => {
  const answered = (status: number) => routeOf(sketchExchange({ method: 'GET', path, status }), 'http://gateway.test');
  expect(answered(400)).toBeUndefined();
  expect(answered(404)).toBeUndefined();
  expect(answered(500)).toBe(route);
});
