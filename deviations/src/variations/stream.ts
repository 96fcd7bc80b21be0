import { patch } from '@gateproof/simulator/behaviour';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

/** How streams may be told otherwise. */
export const streamVariations: readonly Variation[] = [
  differing(
    'stream.role.at-once',
    'F114',
    'sends the role at once, and fails over after it',
    patch('streaming', { holdsBackUntilContent: false }),
  ),
  differing(
    'stream.role.at-once-no-failover',
    'F114',
    'sends the role at once, and tells a failure after it in the stream',
    (behaviour) => patch('streaming', { holdsBackUntilContent: false, isContent: () => true })(behaviour),
  ),
  differing(
    'stream.failover.after-reasoning',
    'F115',
    'does not take reasoning for content',
    patch('streaming', ({ isContent }) => ({
      isContent: (delta) => isContent({ ...delta, reasoning_content: undefined }),
    })),
  ),
  differing(
    'stream.failover.none',
    'F128',
    'never asks another endpoint of a stream',
    patch('routing', ({ candidates }) => ({
      candidates: (models, account, body) =>
        candidates(models, account, body).filter(
          ({ model }, place, all) => all.findIndex((other) => other.model === model) === place,
        ),
    })),
  ),
  differing(
    'stream.failure.with-choices',
    'F116',
    'tells a failure in a chunk that has choices',
    patch('streaming', ({ failure }) => ({
      failure: (error, identity) => ({
        ...failure(error, identity),
        choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
      }),
    })),
  ),
  differing(
    'stream.failure.bare',
    'F116',
    'tells a failure in a chunk of nothing else',
    patch('streaming', { failure: (error) => ({ error }) }),
  ),
  differing(
    'stream.bytes.crlf',
    'F120',
    'ends lines with CRLF',
    patch('streaming', {
      event: (value) => `data: ${JSON.stringify(value)}\r\n\r\n`,
      closing: () => 'data: [DONE]\r\n\r\n',
      closingAfterFailure: 'data: [DONE]\r\n\r\n',
    }),
  ),
  differing(
    'stream.bytes.more',
    'F120',
    'sends comments, ids and event names',
    patch('streaming', {
      event: (value) => `: here\nid: 7\nevent: message\ndata: ${JSON.stringify(value)}\n\n`,
    }),
  ),
  differing(
    'stream.chunks.usage',
    'F119',
    'sends a chunk with usage and no choices',
    patch('streaming', ({ event }) => ({
      closing: () =>
        `${event({ object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}data: [DONE]\n\n`,
    })),
  ),
  differing(
    'stream.model.blank-first',
    'F119',
    'begins with a chunk that has no choices and a model of no name',
    patch('streaming', ({ chunk, event }) => {
      const preface = event({ id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] });
      let isFirst = false;
      return {
        chunk(told, identity, index) {
          isFirst = index === 0;
          return chunk(told, identity, index);
        },
        event: (value) => (isFirst && (value as { error?: unknown }).error === undefined ? preface : '') + event(value),
      };
    }),
  ),
  differing(
    'stream.model.absent',
    'F123',
    'does not name the model in chunks',
    patch('streaming', ({ chunk }) => ({
      chunk(told, identity, index) {
        const { model: _model, ...rest } = chunk(told, identity, index) ?? {};
        return rest;
      },
    })),
  ),
  differing(
    'stream.model.endpoint-name',
    'F123',
    'names the model in chunks as the endpoint does',
    patch('streaming', ({ chunk }) => ({
      chunk(said, identity, index) {
        const made = chunk(said, identity, index);
        return made === undefined || typeof said.model !== 'string' ? made : { ...made, model: said.model };
      },
    })),
    { 'stream.model.absent': 'one names no model' },
  ),
  differing(
    'stream.failure.one-behind',
    'F144',
    'is one chunk behind its endpoint, and loses it when the endpoint fails',
    patch('streaming', { lag: 1 }),
  ),
];
