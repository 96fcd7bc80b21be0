import { expect, test } from 'vitest';
import { assertClaimed } from './assert-claimed.ts';
import { ClassUses } from './class-uses.ts';

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
  const lacking: string[] = [];
  const classUses = new ClassUses();
  const found = () =>
    assertClaimed(use, { means: { claims, classUses }, lack: ({ message }) => lacking.push(message) });
  const why = `the target does not claim the class ${missing}`;
  if (missing === undefined) expect(found).not.toThrow();
  else expect(found).toThrow(why);
  // The run and the case both know what could not be had.
  expect(lacking).toEqual(missing === undefined ? [] : [why]);
  expect(classUses.whyNever(missing ?? 'jobs')).toBe(missing === undefined ? undefined : why);
});
