import { type Behaviour, type EndpointFailure, patch } from '@gateproof/simulator/behaviour';
import { without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Tells errors of the codes in a stream under status 200 although nothing was sent. */
function toldInStream(...codes: readonly string[]): (behaviour: Behaviour) => Behaviour {
  return patch('streaming', { tellsEarlyErrorInStream: (code) => codes.includes(code) });
}

/** Changes the chunk that tells a failure. */
function inFailure(change: (error: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return patch('streaming', ({ failure }) => ({ failure: (error, identity) => failure(change(error), identity) }));
}

type End = 'end-well' | 'end-bare' | 'cut' | 'hang';

/** Lets a stream that has begun end otherwise after some failures. */
function ending(end: End, applies: (failure: EndpointFailure) => boolean): (behaviour: Behaviour) => Behaviour {
  return patch('streaming', ({ onBreak }) => ({
    onBreak: (failure, committed) => (failure !== undefined && applies(failure) ? end : onBreak(failure, committed)),
  }));
}

const how =
  (...ways: readonly EndpointFailure['how'][]) =>
  ({ how }: EndpointFailure) =>
    ways.includes(how);
const saysModeration = (failure: EndpointFailure) =>
  failure.how === 'error-object' && /content_policy|content_filter|moderation/i.test(JSON.stringify(failure.error));

/** What an error before the first chunk is told as. */
const early: readonly Deviation[] = [
  breaking('stream.early.refused-body', 'tells an invalid body in a stream', toldInStream('invalid_request')),
  breaking('stream.early.unknown-model', 'tells an unknown model in a stream', toldInStream('no_endpoint_available')),
  breaking('stream.early.missing-key', 'tells a missing key in a stream', toldInStream('unauthorized')),
  ...(['unreachable', 'server-error', 'error-event'] as const).map((cause) =>
    breaking(
      `stream.early.${cause}`,
      'begins the stream before its endpoint does',
      toldInStream('provider_unavailable', 'provider_empty_response', 'moderation_refused'),
    ),
  ),
  breaking(
    'stream.early.empty',
    'tells an endpoint that ends at once in a stream',
    toldInStream('provider_empty_response'),
  ),
  breaking('stream.early.timeout', 'tells a silent endpoint in a stream', toldInStream('upstream_timeout')),
];

/** Calls the next endpoint after content, for nothing. */
const askingOthers = patch('routing', {
  extraCalls: (moment, candidates, place) => (moment === 'broken' ? candidates.slice(place + 1, place + 2) : []),
});

/** When another endpoint may take over, and with what. */
const failover: readonly Deviation[] = [
  breaking(
    'stream.failover.never-after-content:asked',
    'asks another endpoint after content, for nothing',
    askingOthers,
  ),
  breaking(
    'stream.failover.no-splice',
    'goes on with another endpoint after content',
    patch('routing', { mayFailOver: () => true }),
  ),
  breaking(
    'stream.failover.tool-calls-unmixed',
    'does not take tool calls for content',
    patch('streaming', ({ isContent }) => ({
      holdsBackUntilContent: false,
      isContent: (delta) => delta.tool_calls === undefined && isContent(delta),
    })),
  ),
  breaking('stream.failover.whole-answer', 'leaves out the first delta of an endpoint that took over', (behaviour) => {
    const begun = new Set<string>();
    return patch('streaming', ({ chunk }) => ({
      chunk(told, identity, index) {
        const text = JSON.stringify(told);
        if (identity.failedBefore === 0 || begun.has(identity.id) || !/"content":"[^"]/.test(text))
          return chunk(told, identity, index);
        begun.add(identity.id);
        return undefined;
      },
    }))(behaviour);
  }),
  breaking(
    'stream.failover.after-role-chunk:cut',
    'sends the role at once, and cuts the stream when the endpoint fails after it',
    (behaviour) =>
      patch('routing', ({ mayFailOver }) => ({
        mayFailOver: (state) =>
          state.failure.how === 'unreachable' || (state.failure.how === 'status' && mayFailOver(state)),
      }))(
        patch('streaming', {
          holdsBackUntilContent: false,
          onBreak: (_failure, committed) => (committed ? 'tell' : 'cut'),
        })(behaviour),
      ),
  ),
  breaking(
    'stream.failover.used',
    'asks the next endpoint and throws its answer away',
    patch('routing', {
      mayFailOver: () => false,
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place + 1, place + 2) : []),
    }),
  ),
  breaking(
    'stream.failover.fallback-model',
    'does not ask fallback models for a stream',
    patch('routing', ({ candidates }) => ({
      candidates: (models, account, body) =>
        candidates(body.stream === true ? models.slice(0, 1) : models, account, body),
    })),
  ),
];

/** How a failure after content is told. */
const told: readonly Deviation[] = [
  breaking(
    'stream.failure.chunk',
    'ends as if all were well',
    ending('end-well', () => true),
  ),
  breaking(
    'stream.failure.chunk:text',
    'tells the error as text',
    patch('streaming', ({ failure }) => ({
      failure: (error, identity) => ({ ...failure(error, identity), error: error.message }),
    })),
  ),
  breaking(
    'stream.failure.chunk-last',
    'sends a chunk that finishes after the error',
    patch('streaming', {
      closingAfterFailure: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}\n\ndata: [DONE]\n\n',
    }),
  ),
  breaking(
    'stream.failure.done-follows',
    'ends after the error without [DONE]',
    patch('streaming', { closingAfterFailure: '' }),
  ),
  breaking(
    'stream.failure.prefix-kept',
    'puts words of its own behind the content when the endpoint fails',
    patch('streaming', ({ failure }) => ({
      failure(error, identity) {
        const frame = failure(error, identity);
        return frame && { ...frame, choices: [{ index: 0, delta: { content: ' (the connection was lost)' } }] };
      },
    })),
  ),
  breaking(
    'stream.failure.code',
    'makes up a code',
    inFailure((error) => ({ ...error, code: 'stream_error' })),
  ),
  breaking(
    'stream.failure.kind',
    'tells every failure as terminal',
    inFailure((error) => ({ ...error, kind: 'terminal' })),
  ),
  breaking(
    'stream.failure.message',
    'leaves the message empty',
    inFailure((error) => ({ ...error, message: '' })),
  ),
  breaking(
    'stream.failure.envelope-fields',
    'tells code, kind and message only',
    inFailure(({ code, kind, message, generation_id }) => ({ code, kind, message, generation_id })),
  ),
  breaking(
    'stream.failure.request-id',
    'tells another request id than in the header',
    inFailure((error) => ({ ...error, request_id: 'req_other' })),
  ),
  breaking(
    'stream.failure.generation-id',
    'leaves out the generation id',
    inFailure((error) => without(error, 'generation_id')),
  ),
  breaking(
    'stream.failure.no-conflict-fields',
    'tells usage with the error',
    inFailure((error) => ({ ...error, usage: { total_tokens: 1 } })),
  ),
];

/** What a failure after content leads to, by its cause. */
const causes: readonly Deviation[] = [
  breaking('stream.failure-cause.cut', 'cuts the stream when its endpoint does', ending('cut', how('connection-lost'))),
  breaking(
    'stream.failure-cause.cut:silent',
    'ends as if all were well when the connection is lost',
    ending('end-well', how('connection-lost')),
  ),
  breaking(
    'stream.failure-cause.error-event',
    'ends as if all were well after an error event',
    ending('end-well', how('error-object')),
  ),
  breaking(
    'stream.failure-cause.malformed',
    'cuts the stream at an event that is not JSON',
    ending('cut', how('malformed')),
  ),
  breaking('stream.failure-cause.stall', 'waits for good with an endpoint that stalls', ending('hang', how('timeout'))),
  breaking(
    'stream.failure-cause.early-end',
    'takes an early end for a good one',
    patch('streaming', { earlyEndIsFailure: false }),
  ),
  breaking(
    'stream.failure-cause.moderation',
    'cuts the stream when the content is refused',
    ending('cut', saysModeration),
  ),
];

export const streamFailureDeviations: readonly Deviation[] = [...early, ...failover, ...told, ...causes];
