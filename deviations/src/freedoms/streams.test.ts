import { type CompletionIdentity, referenceBehaviour } from '@gateproof/simulator/behaviour';
import { expect, test } from 'vitest';
import { endpointVariations } from './streams.ts';

const identity = (id: string): CompletionIdentity => ({
  id,
  createdAtS: 1,
  model: 'm',
  requestedModel: 'm',
  failedBefore: 0,
  asked: {},
  candidateCount: 1,
});

const says = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const filtered = { choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] };

test('a reply that is refused on content grounds ends its own stream, not one beside it', () => {
  const variation = endpointVariations.find(({ id }) => id === 'stream.finish.refused');
  const { streaming } = variation?.apply(referenceBehaviour) ?? referenceBehaviour;
  const [one, other] = [identity('one'), identity('other')];
  streaming.chunk(says('a'), other, 0);
  streaming.chunk(says('a'), one, 0);
  expect(streaming.event(streaming.chunk(filtered, one, 1) ?? {})).toContain('moderation_refused');
  expect(streaming.chunk(says('b'), other, 1)).toMatchObject(says('b'));
  expect(streaming.chunk(says('b'), one, 2)).toBeUndefined();
});
