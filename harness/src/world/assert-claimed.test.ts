import { expect, test } from 'vitest';
import { assertClaimed } from './assert-claimed.ts';

const chat = { path: '/v1/chat/completions', body: { model: 'a/b' }, idempotencyKey: undefined };

test.each([
  ['a plain chat', chat, [], undefined],
  ['a chat with a list', { ...chat, body: { models: ['a/c'] } }, ['jobs'], 'fallback'],
  ['a chat with a list', { ...chat, body: { models: ['a/c'] } }, ['fallback'], undefined],
  ['a chat under a key', { ...chat, idempotencyKey: '' }, ['core'], 'idempotency'],
  ['a submission', { ...chat, path: '/v1/images/generations' }, ['core'], 'jobs'],
  ['a read of a job', { ...chat, path: '/v1/jobs/job_1' }, ['jobs'], undefined],
  ['an image model', { modality: 'image' as const }, ['core'], 'jobs'],
  ['a text model', { modality: 'text' as const }, [], undefined],
  ['anything', { ...chat, path: '/v1/jobs/job_1', idempotencyKey: 'k' }, undefined, undefined],
])('%s: %o under the claims %o lacks %s', (_what, use, claims, missing) => {
  const found = () => assertClaimed(use, claims);
  if (missing === undefined) expect(found).not.toThrow();
  else expect(found).toThrow(`the target does not claim the class ${missing}`);
});
