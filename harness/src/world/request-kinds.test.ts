import { script, turn, type UpstreamScript } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import type { RefusalGround } from '../exchange/exchange.ts';
import { readingOfRequest, requestKinds } from './request-kinds.ts';
import type { RequestOptions } from './world.ts';

const chat = '/v1/chat/completions';

function kindsOf(
  request: RequestOptions,
  {
    mayFailFor,
    scripts = [],
  }: { readonly mayFailFor?: RefusalGround; readonly scripts?: readonly UpstreamScript[] } = {},
): readonly string[] {
  return requestKinds(request, { reading: readingOfRequest(request), scripts, mayFailFor });
}

test.each([
  [['GET /v1/models'], { path: '/v1/models' }],
  [['GET /v1/models/{id}'], { path: '/v1/models/author/slug' }],
  [['POST /v1/jobs/{id}/cancel'], { method: 'POST', path: '/v1/jobs/job_17/cancel' }],
  [[`POST ${chat}`], { method: 'POST', path: chat, body: { model: 'a/b' } }],
  [[`POST ${chat}`, `POST ${chat} that asks for a stream`], { method: 'POST', path: chat, body: { stream: true } }],
  [[`POST ${chat}`, `POST ${chat} that asks for a stream`], { method: 'POST', path: chat, rawBody: '{"stream":true}' }],
])('%j', (kinds, request) => {
  expect(kindsOf(request)).toEqual(kinds);
});

test.each<[string, RequestOptions, RefusalGround]>([
  [`POST ${chat} with a body that is no JSON`, { method: 'POST', path: chat, rawBody: '{"model":' }, 'body'],
  [`POST ${chat} with an invalid or unusual body`, { method: 'POST', path: chat, body: { messages: 7 } }, 'body'],
  [`POST ${chat} with a missing, unknown or restricted key`, { method: 'POST', path: chat, body: {} }, 'key'],
  ['GET /v1/models with a query', { path: '/v1/models?limit=1' }, 'path'],
  ['GET /v1/other', { path: '/v1/other' }, 'path'],
])('%s stands for itself, and not for its route', (kind, request, mayFailFor) => {
  expect(kindsOf(request, { mayFailFor })).toEqual([kind]);
});

test('a request to endpoints with faults stands for those, whatever else it may fail for', () => {
  const scripts = [script(turn(undefined, { kind: 'hang' })), script(turn(), turn(undefined, { kind: 'empty' }))];
  const request = { method: 'POST', path: chat, body: { stream: true } };
  expect(kindsOf(request, { mayFailFor: 'endpoint', scripts })).toEqual([
    `POST ${chat} that asks for a stream, to an endpoint with the fault empty and hang`,
  ]);
  expect(kindsOf(request, { mayFailFor: 'body', scripts })).toEqual([
    `POST ${chat} with an invalid or unusual body`,
    `POST ${chat} with an invalid or unusual body, to an endpoint with the fault empty and hang`,
  ]);
});
