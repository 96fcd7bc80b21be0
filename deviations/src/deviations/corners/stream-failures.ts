import { type Behaviour, EndpointError, type EndpointFailure, patch, sseData } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Apply = (behaviour: Behaviour) => Behaviour;

const toldInStream = (...codes: readonly string[]): Apply =>
  patch('streaming', { tellsEarlyErrorInStream: (code) => codes.includes(code) });

/** Errors of the gateway itself that are told under status 200. */
const early: readonly Deviation[] = [
  ...(
    [
      ['auth.model.chat', 'forbidden'],
      ['auth.cap.chat', 'budget_exceeded'],
      ['auth.credit.chat', 'insufficient_credit'],
      ['auth.policy.region-chat', 'policy_conflict'],
      ['chat.context.too-long', 'context_length_exceeded'],
      ['limit.rate.refused-stream', 'rate_limited'],
      ['chat.feature.unsupported', 'unsupported_capability'],
      ['chat.moderation.refused', 'moderation_refused'],
    ] as const
  ).map(([rule, code]) => breaking(`${rule}:in-stream`, `tells ${code} in a stream`, toldInStream(code))),
  breaking(
    'stream.early.server-error:refusals',
    'tells an endpoint that refuses the gateway in a stream',
    toldInStream('provider_unauthorized', 'provider_payment_required'),
  ),
  breaking(
    'stream.early.error-event:body',
    'passes on an error for a body as content',
    patch('streaming', { readEvents: errorAsContent }),
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

/** Tells one code as another in the chunk of a failure. */
const retold = (from: string, code: string, kind: string): Apply =>
  patch('streaming', ({ failure }) => ({
    failure: (error, identity) => failure(error.code === from ? { ...error, code, kind } : error, identity),
  }));

/** When another endpoint may take over. */
const goesOnAfter = (how: EndpointFailure['how']): Apply =>
  patch('routing', ({ mayFailOver }) => ({ mayFailOver: (state) => state.failure.how === how || mayFailOver(state) }));

const failover: readonly Deviation[] = [
  ...(['malformed', 'timeout', 'ended-early', 'connection-lost'] as const).flatMap((how) => [
    breaking(
      `stream.failover.never-after-content:${how}`,
      `asks another endpoint after content, once one is ${how}`,
      goesOnAfter(how),
    ),
    breaking(
      `stream.failover.no-splice:${how}`,
      `goes on with another endpoint after content, once one is ${how}`,
      goesOnAfter(how),
    ),
  ]),
  breaking(
    'stream.failover.never-after-content:blank',
    'does not take blanks for content',
    patch('streaming', ({ isContent }) => ({
      holdsBackUntilContent: false,
      isContent: (delta) =>
        isContent(typeof delta.content === 'string' ? { ...delta, content: delta.content.trim() } : delta),
    })),
  ),
  breaking(
    'stream.failover.after-role-chunk:silent',
    'sends the role at once, and ends as if all were well when the last endpoint fails after it',
    patch('streaming', {
      holdsBackUntilContent: false,
      onBreak: (_failure, committed) => (committed ? 'tell' : 'end-well'),
    }),
  ),
  breaking(
    'stream.failover.fallback-model:connection-lost',
    'asks no fallback model of a stream when the connection is lost',
    patch('routing', ({ mayFailOver }) => ({
      mayFailOver: (state) => state.failure.how !== 'connection-lost' && mayFailOver(state),
    })),
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

/** Ends as if all were well unless words came before the failure. */
function silentWithoutWords(behaviour: Behaviour): Behaviour {
  const worded = new Set<string>();
  return patch('streaming', ({ chunk, failure }) => ({
    chunk(told, identity, index) {
      if (/"content":"[^"]/.test(JSON.stringify(told))) worded.add(identity.id);
      return chunk(told, identity, index);
    },
    failure: (error, identity) => (worded.has(identity.id) ? failure(error, identity) : undefined),
  }))(behaviour);
}

const causes: readonly Deviation[] = [
  breaking(
    'stream.failure-cause.cut:silent-tool-call',
    'ends as if all were well when the connection is lost within a tool call',
    silentWithoutWords,
  ),
  breaking(
    'stream.failure-cause.cut:bare',
    'ends without [DONE] when the connection is lost',
    ending('end-bare', 'connection-lost'),
  ),
  breaking(
    'stream.failure-cause.early-end:bare',
    'ends without [DONE] when its endpoint ends early',
    ending('end-bare', 'ended-early'),
  ),
  breaking(
    'stream.failure-cause.cut:blames-client',
    'tells an endpoint that broke off as a defect of the request',
    retold('provider_unavailable', 'invalid_request', 'terminal'),
  ),
  breaking(
    'stream.failure-cause.stall:blames-itself',
    'tells an endpoint that stalls as a failure of its own',
    retold('upstream_timeout', 'internal_error', 'unknown'),
  ),
  breaking(
    'stream.failure-cause.error-event:cut',
    'cuts the stream after an error event',
    ending('cut', 'error-object'),
  ),
  breaking(
    'stream.failure-cause.error-event:ignored',
    'passes over error events',
    patch('streaming', { readEvents: withoutErrors }),
  ),
  breaking(
    'stream.failure-cause.malformed:ignored',
    'passes over what is no JSON',
    patch('streaming', { readEvents: jsonOnly }),
  ),
  breaking(
    'stream.failure-cause.malformed:silent',
    'ends as if all were well after what is no JSON',
    ending('end-well', 'malformed'),
  ),
  breaking('stream.failure-cause.stall:cut', 'cuts the stream when its endpoint stalls', ending('cut', 'timeout')),
  breaking(
    'stream.failure-cause.stall:silent',
    'ends as if all were well when its endpoint stalls',
    ending('end-well', 'timeout'),
  ),
];

/** Ways to get wrong, in one corner only, what becomes of a stream whose endpoint fails. */
export const streamFailureCorners: readonly Deviation[] = [...early, ...failover, ...causes];
