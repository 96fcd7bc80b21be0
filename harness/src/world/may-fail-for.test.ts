import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { mayFailFor } from './may-fail-for.ts';
import { readingOfRequest } from './request-kinds.ts';
import { Servable } from './servable.ts';
import type { RequestOptions } from './world.ts';

const servable = new Servable();
servable.addKey('sk-1', 'a');
servable.addKey('sk-2', 'b');
servable.addModel('a', 'm/x', {});
servable.addModel('a', 'm/image', { prompt: 'a cat' });
servable.learn(
  sketchExchange({
    requestHeaders: [['Authorization', 'Bearer sk-1']],
    requestBody: { model: 'm/image' },
    path: '/v1/images/generations',
    status: 202,
    body: { id: 'job_1' },
  }),
);

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'hello' }];
const headers = [['Authorization', 'Bearer sk-1']] as const;
const other = [['Authorization', 'Bearer sk-2']] as const;
const chat = (body: unknown): RequestOptions => ({ method: 'POST', path, headers, body });
const image = (body: unknown): RequestOptions => ({ method: 'POST', path: '/v1/images/generations', headers, body });

test.each<[string, RequestOptions, string | undefined]>([
  ['a plain chat', chat({ model: 'm/x', messages }), undefined],
  ['a stream with a limit', chat({ model: 'm/x', messages, stream: true, max_tokens: 5 }), undefined],
  ['messages that are none', chat({ model: 'm/x', messages: 7 }), 'body'],
  ['an empty list of messages', chat({ model: 'm/x', messages: [] }), 'body'],
  ['a field that objects have by themselves', chat({ model: 'm/x', messages, constructor: 1 }), 'body'],
  ['a field that need not be offered', chat({ model: 'm/x', messages, tools: [] }), 'body'],
  ['a body that is no JSON', { method: 'POST', path, headers, rawBody: '{"model":' }, 'body'],
  ['a model of nobody', chat({ model: 'm/y', messages }), 'model'],
  ['a model of another account', { ...chat({ model: 'm/x', messages }), headers: other }, 'model'],
  ['no key', { ...chat({ model: 'm/x', messages }), headers: [] }, 'key'],
  ['a key of nobody', { ...chat({ model: 'm/x', messages }), headers: [['Authorization', 'Bearer sk-3']] }, 'key'],
  [
    'another type',
    { ...chat({ model: 'm/x', messages }), headers: [...headers, ['Content-Type', 'text/plain']] },
    'body',
  ],
  ['a submission', image({ model: 'm/image', prompt: 'a cat' }), undefined],
  ['a submission without its input', image({ model: 'm/image' }), 'body'],
  ['a job', { path: '/v1/jobs/job_1', headers }, undefined],
  ['a job of another account', { path: '/v1/jobs/job_1', headers: other }, 'job'],
  ['the list', { path: '/v1/models', headers }, undefined],
  ['the list with a query', { path: '/v1/models?limit=1', headers }, 'path'],
  ['a model that is there', { path: '/v1/models/m/x', headers }, undefined],
  ['an encoded slash', { path: '/v1/models/m%2Fx', headers }, 'model'],
  ['a model that is not there', { path: '/v1/models/m/y', headers }, 'model'],
  ['another path', { path: '/v1/other', headers }, 'path'],
])('%s', (_what, request, ground) => {
  const reading = readingOfRequest(request);
  expect(mayFailFor(request, { reading, bytes: request.method === 'POST' ? 40 : 0 }, servable)).toBe(ground);
});
