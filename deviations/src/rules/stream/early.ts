import { EndpointError, sseData } from '@gateproof/simulator/behaviour';
import { classify, failing } from '../../operators/classify.ts';
import { readEvents, reportInStream } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';

async function* errorAsContent(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  try {
    yield* sseData(bytes);
  } catch (thrown) {
    if (!(thrown instanceof EndpointError) || thrown.failure.how !== 'error-object') throw thrown;
    const content = JSON.stringify(thrown.failure.error);
    yield [JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }), '[DONE]'];
  }
}

/** Errors before the first chunk. */
export const streamEarly = rows({
  'stream.early.refused-body': reportInStream('invalid_request'),
  'stream.early.unknown-model': reportInStream('no_endpoint_available'),
  'stream.early.missing-key': reportInStream('unauthorized'),
  ...each(['unreachable', 'server-error', 'error-event'], (cause) => [
    `stream.early.${cause}`,
    reportInStream('provider_unavailable', 'provider_empty_response', 'moderation_refused'),
  ]),
  'stream.early.server-error:refusals': reportInStream('provider_unauthorized', 'provider_payment_required'),
  'stream.early.empty': reportInStream('provider_empty_response'),
  'stream.early.timeout': reportInStream('upstream_timeout'),
  'stream.early.error-event:body': readEvents('with an error for a body as content', errorAsContent),
  ...each(['unauthorized', 'invalid_request'], (code) => [
    `stream.early.error-event:error-as-${code.replace('_', '-')}`,
    classify(failing('error-object'), code),
  ]),
  'chat.context.too-long:in-stream': reportInStream('context_length_exceeded'),
  'chat.feature.unsupported:in-stream': reportInStream('unsupported_capability'),
  'chat.moderation.refused:in-stream': reportInStream('moderation_refused'),
});
