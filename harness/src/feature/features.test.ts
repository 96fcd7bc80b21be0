import { describe, expect, test } from 'vitest';
import type { Exchange, RefusalGround } from '../exchange/exchange.ts';
import { answered } from '../repair/answered.fixture.ts';
import { endpointErrors } from './endpoint-errors.ts';
import { endpointFailures } from './endpoint-failures.ts';
import { fallbackModels } from './fallback-models.ts';
import type { Feature } from './feature.ts';
import { fieldTypes } from './field-types.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { keyCheck } from './key-check.ts';
import { mediaJobs } from './media-jobs.ts';
import { modelCheck } from './model-check.ts';
import { routes } from './routes.ts';
import { streamFailures } from './stream-failures.ts';
import { streams } from './streams.ts';

const chat = { model: 'm/x', messages: [] };
const completion = (id = 'c1') => ({ id, choices: [{ message: { content: 'a' } }] });
const events = 'data: {"id":"c1","choices":[{"delta":{"content":"a"}}]}\n\n';

/** What a case shows: `works`, or how many exchanges show the absence. */
const shows = (feature: Feature, exchanges: readonly Exchange[]) =>
  feature.works(exchanges) ? 'works' : feature.missing(exchanges).length;

const keyed = (exchange: Exchange, key = 'k1'): Exchange => ({
  ...exchange,
  request: { ...exchange.request, headers: [['Idempotency-Key', key]] },
});
const upstream = (token: string, status: number): Exchange => {
  const exchange = answered({ status, body: '' });
  const url = `http://127.0.0.1/u/${token}/chat/completions`;
  return { ...exchange, side: 'upstream', request: { ...exchange.request, url } };
};

describe('idempotency keys', () => {
  const first = keyed(answered({ body: completion(), asks: chat }));
  test.each([
    ['the first result again', [first, keyed(answered({ body: completion(), asks: chat }))], 'works'],
    ['another result', [first, keyed(answered({ body: completion('c2'), asks: chat }))], 1],
    ['a conflict', [first, keyed(answered({ status: 409, body: {}, asks: chat }))], 'works'],
    ['another body served', [first, keyed(answered({ body: completion(), asks: { ...chat, n: 1 } }))], 1],
    ['another key', [first, keyed(answered({ body: completion('c2'), asks: chat }), 'k2')], 0],
    ['no key', [answered({ body: completion(), asks: chat })], 0],
  ])('%s', (_what, exchanges, shown) => {
    expect(shows(idempotencyKeys, exchanges)).toBe(shown);
  });

  test('streams are compared by the id of their chunks', () => {
    const again = keyed(answered({ body: events.replace('c1', 'c2'), asks: chat }));
    expect(shows(idempotencyKeys, [keyed(answered({ body: events, asks: chat })), again])).toBe(1);
  });
});

test('fields of a chat request are checked one by one', () => {
  const wrong = [{ ...chat, temperature: 'hot' }, { messages: [] }].map((asks) =>
    answered({ body: completion(), asks }),
  );
  expect(shows(fieldTypes, wrong)).toBe(2);
  expect(fieldTypes.sentence(wrong)).toContain('values of `temperature`, `model` are not refused');
  expect(shows(fieldTypes, [answered({ status: 400, body: {}, asks: { messages: [] } })])).toBe(0);
  expect(shows(fieldTypes, [answered({ body: completion(), asks: { ...chat, temperature: null } })])).toBe(0);
});

test('a model that does not exist is served, or not', () => {
  expect(shows(modelCheck, [answered({ body: completion(), asks: chat })])).toBe(1);
  expect(shows(modelCheck, [answered({ status: 404, body: {}, asks: chat })])).toBe('works');
});

test('a submission is answered with a Job, or with something else', () => {
  const submitted = (body: object): Exchange => {
    const exchange = answered({ status: 202, path: '/v1/images/generations', body });
    return { ...exchange, request: { ...exchange.request, method: 'POST' } };
  };
  expect(shows(mediaJobs, [submitted({ data: [{ url: 'u' }] })])).toBe(1);
  expect(shows(mediaJobs, [submitted({ id: 'job_1', state: 'queued' })])).toBe('works');
});

test('a stream that was asked for comes as JSON, or as a stream', () => {
  const asks = { ...chat, stream: true };
  expect(shows(streams, [answered({ body: completion(), asks })])).toBe(1);
  expect(shows(streams, [answered({ body: events, asks })])).toBe('works');
  expect(shows(streams, [answered({ body: completion(), asks: chat })])).toBe(0);
});

test('a stream whose endpoint is lost carries an error, or just ends', () => {
  expect(shows(streamFailures, [answered({ body: events })])).toBe(1);
  expect(shows(streamFailures, [answered({ body: `${events}data: {"error":{}}\n\n` })])).toBe('works');
  expect(shows(streamFailures, [answered({ body: completion(), type: 'text/event-stream' })])).toBe(0);
});

test('fallback models are asked, or not', () => {
  const asks = { ...chat, models: ['m/y'] };
  const failed = answered({ status: 502, body: {}, asks });
  expect(shows(fallbackModels, [failed, upstream('one', 500)])).toBe(1);
  expect(shows(fallbackModels, [failed, upstream('one', 500), upstream('two', 500)])).toBe(0);
  const fellBack = [answered({ body: completion(), asks }), upstream('one', 500), upstream('two', 200)];
  expect(shows(fallbackModels, fellBack)).toBe('works');
  expect(shows(fallbackModels, [failed])).toBe(1);
});

test('endpoints that another request asks are none of a request that lists models', () => {
  const served = answered({ body: completion(), asks: { ...chat, models: ['m/y'] } });
  const later = upstream('two', 200);
  expect(
    shows(fallbackModels, [served, upstream('one', 200), { ...later, request: { ...later.request, atMs: 9 } }]),
  ).toBe(0);
});

test('a list of too many models is refused, or not looked at', () => {
  const asks = { ...chat, models: ['m/1', 'm/2', 'm/3', 'm/4', 'm/5', 'm/6'] };
  expect(shows(fallbackModels, [answered({ body: completion(), asks })])).toBe(1);
  expect(shows(fallbackModels, [answered({ status: 400, body: {}, asks })])).toBe(0);
});

test('a job whose endpoint fails is run by another model, or fails', () => {
  const asks = { model: 'm/x', models: ['m/y'] };
  const job = answered({ status: 202, path: '/v1/images/generations', body: { id: 'j', state: 'queued' }, asks });
  const submitted = { ...job, request: { ...job.request, method: 'POST' } };
  const late = (token: string, status: number) => {
    const call = upstream(token, status);
    return { ...call, request: { ...call.request, atMs: 50 } };
  };
  expect(shows(fallbackModels, [submitted, late('one', 500)])).toBe(1);
  expect(shows(fallbackModels, [submitted, late('one', 200)])).toBe(0);
  expect(shows(fallbackModels, [submitted, late('one', 500), late('two', 200)])).toBe('works');
});

test('what an endpoint answers about the gateway is relayed, or not', () => {
  expect(shows(endpointErrors, [answered({ status: 401, body: {} }), upstream('one', 401)])).toBe(1);
  expect(shows(endpointErrors, [answered({ status: 502, body: {} }), upstream('one', 401)])).toBe('works');
  expect(shows(endpointErrors, [answered({ status: 400, body: {} }), upstream('one', 400)])).toBe(0);
  expect(shows(endpointFailures, [answered({ status: 500, body: {} }), upstream('one', 500)])).toBe(1);
  expect(shows(endpointFailures, [answered({ status: 504, body: {} })])).toBe('works');
});

test('that a key may not use a model says nothing of whether keys are checked', () => {
  expect(shows(keyCheck, [answered({ status: 403, body: { error: { code: 'forbidden' } } })])).toBe(0);
  expect(shows(keyCheck, [answered({ status: 403, body: { error: 'no' } })])).toBe('works');
});

describe('routes', () => {
  const path = '/v1/models';
  const nowhere = answered({ status: 404, path: '/v1/no-such-route', body: { message: 'no route /v1/no-such-route' } });
  const list = (run: readonly Exchange[]) => routes(run).find(({ id }) => id === 'route-models') as Feature;
  test.each([
    ['as any other path', answered({ status: 404, path, body: { message: 'no route /v1/models' } }), 1],
    ['with a 404 of its own', answered({ status: 404, path, body: { message: 'no models' } }), 0],
    ['with 405', answered({ status: 405, path, body: '' }), 1],
    ['with 500', answered({ status: 500, path, body: '' }), 1],
    ['with a list', answered({ path, body: {} }), 'works'],
    ['with a refusal of the body', answered({ status: 400, path, body: {} }), 'works'],
    ['with a refusal of the key', answered({ status: 401, path, body: { error: { code: 'unauthorized' } } }), 0],
    ['with a code', answered({ status: 500, path, body: { error: { code: 'internal_error' } } }), 'works'],
  ])('a route that answers %s', (_what, exchange, shown) => {
    expect(shows(list([nowhere, exchange]), [exchange])).toBe(shown);
  });

  const grounded = (mayFailFor: RefusalGround, answer: Parameters<typeof answered>[0]): Exchange => {
    const exchange = answered(answer);
    return { ...exchange, request: { ...exchange.request, mayFailFor } };
  };
  test.each<[string, string, Exchange, unknown]>([
    ['an invalid body answered 503', 'route-chat', grounded('body', { status: 503, body: '' }), 0],
    ['an invalid body answered 405', 'route-chat', grounded('body', { status: 405, body: '' }), 0],
    ['a key of nobody answered 500', 'route-chat', grounded('key', { status: 500, body: '' }), 0],
    ['an endpoint that fails, answered 502', 'route-chat', grounded('endpoint', { status: 502, body: '' }), 0],
    ['a job of nobody answered 500', 'route-jobs', grounded('job', { status: 500, path: '/v1/jobs/j', body: '' }), 0],
    ['a job of nobody answered 405', 'route-jobs', grounded('job', { status: 405, path: '/v1/jobs/j', body: '' }), 1],
    ['a valid chat answered 503', 'route-chat', answered({ status: 503, body: '' }), 1],
    ['an invalid body refused', 'route-chat', grounded('body', { status: 400, body: {} }), 'works'],
  ])('%s', (_what, id, exchange, shown) => {
    const route = routes([nowhere]).find((one) => one.id === id) as Feature;
    expect(shows(route, [exchange])).toBe(shown);
  });

  test('a route that answers as any other path, under another request id, is not served', () => {
    const unknown = (at: string, id: string) =>
      answered({ status: 404, path: at, body: { message: `no route ${at}`, request_id: id } });
    const missing = unknown(path, 'req_0rbjrbj0g0bpwf1fan4zo');
    expect(shows(list([unknown('/v1/nowhere', 'req_17kksu70wihn0y1jkgayb'), missing]), [missing])).toBe(1);
  });

  test('name the status that comes back', () => {
    const exchange = answered({ status: 405, path, body: '' });
    expect(list([]).sentence([exchange])).toBe('GET /v1/models is not served: each request is answered 405.');
    const jobs = routes([]).find(({ id }) => id === 'route-jobs');
    expect(jobs?.sentence([nowhere])).toBe(
      'GET /v1/jobs/{id} and its cancel are not served: 404, as for any unknown path. A gateway without jobs names its classes with --claims.',
    );
  });
});
