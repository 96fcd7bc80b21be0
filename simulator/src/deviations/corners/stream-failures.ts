import type { Behaviour } from '../../behaviour/behaviour.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import { EndpointError, type EndpointFailure } from '../../domain/routing/endpoint-failure.ts';
import { sseData } from '../../domain/routing/sse-data.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Apply = (behaviour: Behaviour) => Behaviour;

const toldInStream = (...codes: readonly string[]): Apply =>
  patch('streaming', { tellsEarlyErrorInStream: (code) => codes.includes(code) });

const inFrame = (change: (error: JsonObject, frame: JsonObject) => JsonObject | undefined): Apply =>
  patch('streaming', ({ failure }) => ({
    failure: (error, identity) => {
      const frame = failure(error, identity);
      return frame === undefined ? undefined : change(error, frame);
    },
  }));
const inError = (change: (error: JsonObject) => JsonObject): Apply =>
  inFrame((error, frame) => ({ ...frame, error: change(error) }));

/** Errors of the gateway itself that are told under status 200. */
const early: readonly Deviation[] = [
  ...(
    [
      ['auth.model.chat', 'forbidden', ['auth.']],
      ['auth.cap.chat', 'budget_exceeded', ['auth.cap', 'limit.spend']],
      ['auth.credit.chat', 'insufficient_credit', ['auth.credit']],
      ['auth.policy.region-chat', 'policy_conflict', ['auth.policy']],
      ['chat.context.too-long', 'context_length_exceeded', ['limit.context', 'chat.context']],
      ['limit.rate.refused-stream', 'rate_limited', ['limit.rate', 'error.']],
      ['chat.feature.unsupported', 'unsupported_capability', []],
      ['chat.moderation.refused', 'moderation_refused', ['stream.early.error-event']],
    ] as const
  ).map(([rule, code, entails]) =>
    breaking(rule, `tells ${code} in a stream`, toldInStream(code), {
      how: 'in-stream',
      entails: [...entails, 'stream.'],
    }),
  ),
  breaking(
    'stream.early.server-error',
    'tells an endpoint that refuses the gateway in a stream',
    toldInStream('provider_unauthorized', 'provider_payment_required'),
    { how: 'refusals', entails: ['error.'] },
  ),
  breaking(
    'stream.early.error-event',
    'passes on an error for a body as content',
    patch('streaming', { readEvents: errorAsContent }),
    {
      how: 'body',
      entails: ['error.', 'chat.'],
    },
  ),
];

async function* errorAsContent(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  try {
    yield* sseData(bytes);
  } catch (thrown) {
    if (!(thrown instanceof EndpointError) || thrown.failure.how !== 'error-object') throw thrown;
    const content = JSON.stringify(thrown.failure.error);
    yield [JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }), '[DONE]'];
  }
}

/** When another endpoint may take over. */
const goesOnAfter = (how: EndpointFailure['how']): Apply =>
  patch('routing', ({ mayFailOver }) => ({ mayFailOver: (state) => state.failure.how === how || mayFailOver(state) }));

const failover: readonly Deviation[] = [
  ...(['malformed', 'timeout', 'ended-early', 'connection-lost'] as const).flatMap((how) => [
    breaking(
      'stream.failover.never-after-content',
      `asks another endpoint after content, once one is ${how}`,
      goesOnAfter(how),
      {
        how,
        entails: ['stream.'],
      },
    ),
    breaking(
      'stream.failover.no-splice',
      `goes on with another endpoint after content, once one is ${how}`,
      goesOnAfter(how),
      {
        how,
        entails: ['stream.'],
      },
    ),
  ]),
  breaking(
    'stream.failover.never-after-content',
    'does not take blanks for content',
    patch('streaming', ({ isContent }) => ({
      holdsBackUntilContent: false,
      isContent: (delta) =>
        isContent(typeof delta.content === 'string' ? { ...delta, content: delta.content.trim() } : delta),
    })),
    { how: 'blank', entails: ['stream.'] },
  ),
  breaking(
    'stream.failover.fallback-model',
    'asks no fallback model of a stream when the connection is lost',
    patch('routing', ({ mayFailOver }) => ({
      mayFailOver: (state) => state.failure.how !== 'connection-lost' && mayFailOver(state),
    })),
    { how: 'connection-lost', entails: ['stream.failover', 'fallback.'] },
  ),
];

const frames: readonly Deviation[] = [
  ...(
    [
      ['flag', 'tells the error as true', inFrame((_error, frame) => ({ ...frame, error: true }))],
      [
        'flat',
        'tells the fields of the error without the error',
        inFrame((error, { error: _error, ...frame }) => ({ ...frame, ...error })),
      ],
      [
        'nested',
        'tells the error within a choice',
        inFrame((error, { error: _error, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: {}, error, finish_reason: 'error' }],
        })),
      ],
      [
        'array',
        'tells a list of errors',
        inFrame((error, { error: _error, ...frame }) => ({ ...frame, errors: [error] })),
      ],
      [
        'finish',
        'tells a finish_reason in place of the error',
        inFrame((_error, { error: _told, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        })),
      ],
      [
        'content',
        'tells the error as content',
        inFrame(({ message }, { error: _told, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: { content: message }, finish_reason: 'stop' }],
        })),
      ],
    ] as const
  ).map(([how, summary, apply]) =>
    breaking('stream.failure.chunk', summary, apply, { how, entails: ['stream.failure'] }),
  ),
  breaking(
    'stream.failure.chunk',
    'tells the error by the name of an event, under another field',
    patch('streaming', ({ event }) => ({
      event: (value) => {
        const { error, ...rest } = value as JsonObject;
        return error === undefined
          ? event(value)
          : `event: error\ndata: ${JSON.stringify({ ...rest, detail: error })}\n\n`;
      },
    })),
    { how: 'named', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.done-follows',
    'sends [DONE] before the error',
    (behaviour) =>
      patch('streaming', ({ event }) => ({
        event: (value) =>
          (value as JsonObject).error === undefined ? event(value) : `data: [DONE]\n\n${event(value)}`,
        closingAfterFailure: '',
      }))(behaviour),
    { how: 'before', entails: ['stream.'] },
  ),
  breaking(
    'stream.failure.chunk-last',
    'sends usage after the error',
    patch('streaming', {
      closingAfterFailure:
        'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\ndata: [DONE]\n\n',
    }),
    { how: 'usage' },
  ),
  breaking(
    'stream.failure.chunk-last',
    'tells the error twice',
    patch('streaming', ({ event }) => ({
      event: (value) => ((value as JsonObject).error === undefined ? event(value) : event(value) + event(value)),
    })),
    { how: 'twice' },
  ),
  breaking(
    'stream.failure.code',
    'tells a stall under a code of its own',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, code: 'stream_stalled' } : error)),
    { how: 'stall', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.code',
    'tells a refusal of content under a code of its own',
    inError((error) => (error.code === 'moderation_refused' ? { ...error, code: 'content_filter' } : error)),
    { how: 'moderation', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.code',
    'tells the status for a code',
    inError((error) => ({ ...error, code: 502 })),
    { how: 'number', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.kind',
    'tells a stall as unavailable',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, kind: 'unavailable' } : error)),
    { how: 'stall', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.kind',
    'tells a refusal of content as unavailable',
    inError((error) => (error.code === 'moderation_refused' ? { ...error, kind: 'unavailable' } : error)),
    { how: 'moderation', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.kind',
    'leaves out the kind',
    inError(({ kind: _kind, ...error }) => error),
    { how: 'absent', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.message',
    'leaves out the message of a stall',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, message: null } : error)),
    { how: 'stall', entails: ['stream.failure'] },
  ),
  breaking(
    'stream.failure.generation-id',
    'tells the generation id as a number',
    inError((error) => ({ ...error, generation_id: 7 })),
    { how: 'number', entails: ['error.'] },
  ),
  breaking(
    'stream.failure.no-conflict-fields',
    'tells the cost with the error',
    inError((error) => ({ ...error, cost: { billing_usd: 0 } })),
    { how: 'cost', entails: ['error.'] },
  ),
];

/** What is done with a failure of one kind. */
const ending = (end: 'end-well' | 'end-bare' | 'cut', ...ways: readonly EndpointFailure['how'][]): Apply =>
  patch('streaming', ({ onBreak }) => ({
    onBreak: (failure, committed) =>
      failure !== undefined && ways.includes(failure.how) ? end : onBreak(failure, committed),
  }));

/** Passes over what is no JSON. */
async function* jsonOnly(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const events of sseData(bytes)) {
    const kept = events.filter((data) => data === '[DONE]' || /^\{.*\}$/s.test(data));
    if (kept.length > 0) yield kept;
  }
}

/** Passes over events that tell an error. */
async function* withoutErrors(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  for await (const events of sseData(bytes)) {
    const kept = events.filter((data) => !data.startsWith('{"error"'));
    if (kept.length > 0) yield kept;
  }
}

const causes: readonly Deviation[] = [
  breaking(
    'stream.failure-cause.cut',
    'ends without [DONE] when the connection is lost',
    ending('end-bare', 'connection-lost'),
    { how: 'bare', entails: ['stream.'] },
  ),
  breaking(
    'stream.failure-cause.early-end',
    'ends without [DONE] when its endpoint ends early',
    ending('end-bare', 'ended-early'),
    { how: 'bare', entails: ['stream.'] },
  ),
  breaking('stream.failure-cause.error-event', 'cuts the stream after an error event', ending('cut', 'error-object'), {
    how: 'cut',
    entails: ['stream.'],
  }),
  breaking(
    'stream.failure-cause.error-event',
    'passes over error events',
    patch('streaming', { readEvents: withoutErrors }),
    { how: 'ignored', entails: ['stream.', 'error.'] },
  ),
  breaking(
    'stream.failure-cause.malformed',
    'passes over what is no JSON',
    patch('streaming', { readEvents: jsonOnly }),
    { how: 'ignored', entails: ['stream.', 'error.'] },
  ),
  breaking(
    'stream.failure-cause.malformed',
    'ends as if all were well after what is no JSON',
    ending('end-well', 'malformed'),
    { how: 'silent', entails: ['stream.'] },
  ),
  breaking('stream.failure-cause.stall', 'cuts the stream when its endpoint stalls', ending('cut', 'timeout'), {
    how: 'cut',
    entails: ['stream.'],
  }),
  breaking(
    'stream.failure-cause.stall',
    'ends as if all were well when its endpoint stalls',
    ending('end-well', 'timeout'),
    { how: 'silent', entails: ['stream.'] },
  ),
];

/** Ways to get wrong, in one corner only, what becomes of a stream whose endpoint fails. */
export const streamFailureCorners: readonly Deviation[] = [...early, ...failover, ...frames, ...causes];
