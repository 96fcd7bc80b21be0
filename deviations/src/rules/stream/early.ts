import { EndpointError, sseData } from '@gateproof/simulator/behaviour';
import { each, rows } from '../../change.ts';
import { reportInStream } from '../../operators/answers.ts';
import { errorsAsRefusals } from '../../operators/classify.ts';
import { readEvents } from '../../operators/read-streams.ts';

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
const ofEndpoints = ['provider_unavailable', 'provider_empty_response', 'moderation_refused'];

export const streamEarly = rows('stream.early', {
  'refused-body': reportInStream('invalid_request'),
  'unknown-model': reportInStream('no_endpoint_available'),
  'missing-key': reportInStream('unauthorized'),
  ...each('*', ['unreachable', 'server-error', 'error-event'], () => reportInStream(...ofEndpoints)),
  'server-error:refusals': reportInStream('provider_unauthorized', 'provider_payment_required'),
  empty: reportInStream('provider_empty_response'),
  timeout: reportInStream('upstream_timeout'),
  'error-event:body': readEvents('with an error for a body as content', errorAsContent),
  ...errorsAsRefusals('error-event:error-as-*'),
});
