import type { ResultDocument } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { judgeFeature } from './judge-feature.ts';
import type { NullFeature } from './null-feature.ts';

const feature: NullFeature = {
  id: 'lists',
  without: 'no list is read',
  takeOut: (behaviour) => behaviour,
  rules: ['fallback.', 'chat.body.*type'],
  hold: { 'fallback.list.empty': 'an empty list may be taken as absent' },
};

const judged = (...rules: readonly (readonly [rule: string, verdict: string, blockedBy?: string])[]) =>
  judgeFeature(feature, {
    rules: rules.map(([rule, verdict, blockedBy]) => ({ rule, verdict, blockedBy })),
  } as unknown as ResultDocument);

test('a rule about the feature passes only where it holds without it', () => {
  const { unearned } = judged(
    ['fallback.order.stops', 'pass'],
    ['fallback.list.empty', 'pass'],
    ['chat.body.models.type', 'pass'],
    ['chat.body.empty', 'pass'],
  );
  expect(unearned).toEqual(['fallback.order.stops', 'chat.body.models.type']);
});

test('a rule about another feature turns red only where a red rule of this one blocks it', () => {
  const { reddened } = judged(
    ['fallback.order.stops', 'fail'],
    ['fallback.list.empty', 'pass'],
    ['stream.relay.content', 'blocked', 'fallback.order.stops'],
    ['stream.relay.unicode', 'blocked', 'fallback.list.empty'],
    ['job.read.found', 'inconclusive'],
    ['job.read.unknown', 'pass'],
  );
  expect(reddened).toEqual(['stream.relay.unicode=blocked', 'job.read.found=inconclusive']);
});
