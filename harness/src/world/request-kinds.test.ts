import { script, turn } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import { requestKinds } from './request-kinds.ts';

const chat = '/v1/chat/completions';

test.each([
  ['GET /v1/models', { path: '/v1/models?limit=1' }],
  ['GET /v1/models/{id}', { path: '/v1/models/author/slug' }],
  ['POST /v1/jobs/{id}/cancel', { method: 'POST', path: '/v1/jobs/job_17/cancel' }],
  [`POST ${chat}`, { method: 'POST', path: chat, body: { model: 'a/b' } }],
  [`POST ${chat} that asks for a stream`, { method: 'POST', path: chat, body: { stream: true } }],
  [`POST ${chat} that asks for a stream`, { method: 'POST', path: chat, rawBody: '{"stream":true}' }],
  [`POST ${chat} with a body that is no JSON`, { method: 'POST', path: chat, rawBody: '{"model":' }],
])('%s', (kind, request) => {
  expect(requestKinds(request, []).at(-1)).toBe(kind);
});

test('the faults of the case’s endpoints make the most special kind', () => {
  const scripts = [script(turn(undefined, { kind: 'hang' })), script(turn(), turn(undefined, { kind: 'empty' }))];
  expect(requestKinds({ method: 'POST', path: chat, body: { stream: true } }, scripts)).toEqual([
    `POST ${chat}`,
    `POST ${chat} that asks for a stream`,
    `POST ${chat} that asks for a stream, to an endpoint with the fault empty and hang`,
  ]);
  expect(requestKinds({ path: '/v1/models' }, [])).toEqual(['GET /v1/models']);
});
