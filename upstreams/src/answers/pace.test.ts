import { expect, test } from 'vitest';
import { framesOf } from '../plan/frames.ts';
import { readRequest } from '../plan/upstream-request.ts';
import type { Pace } from '../script/answer.ts';
import { draftAnswer } from './draft-answer.ts';

function drafted(pace: Pace, stream: boolean) {
  const rawBody = Buffer.from(JSON.stringify({ model: 'a/b', messages: [], stream }));
  const request = readRequest({ method: 'POST', path: '/chat/completions', headers: [], rawBody });
  const answer = { kind: 'chat', tokens: ['a', 'b', 'c'], reasoning: ['r'], pace } as const;
  return draftAnswer(answer, { request, createdS: 0, seed: 's', callNumber: 1 });
}

test('a stream waits before its first token, then between tokens', () => {
  const frames = framesOf(drafted({ firstTokenMs: 300, tokensPerSecond: 50 }, true)) ?? [];
  expect(frames.map(({ part, holds }) => [part, holds.map((hold) => ('ms' in hold ? hold.ms : hold.gate))])).toEqual([
    ['role', []],
    ['reasoning', [300]],
    ...['a', 'b', 'c'].map(() => ['content', [20]]),
    ['finish', []],
    ['done', []],
  ]);
});

test('an answer in one body comes when its last token would have', () => {
  expect(drafted({ firstTokenMs: 300, tokensPerSecond: 50 }, false).holds).toEqual([{ kind: 'delay', ms: 360 }]);
  expect(drafted({}, false).holds).toEqual([]);
});
