import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, decide, each, kinds, overrule, remembering, rows, together, watch } from '../../change.ts';
import { all, asFailed, asRunning, drop, set } from '../../edits/fields.ts';
import { cut, reword } from '../../edits/texts.ts';
import { classify, failing, status } from '../../operators/classify.ts';
import { inFallbackRequests, inJobs, inUpstreamRequests } from '../../operators/edit-messages.ts';
import { bodyOf, isObject, type JsonObject } from '../../requests/seen.ts';
import { failedWith } from '../../scopes/jobs.ts';

/** How the failures of endpoints end a job, and a wrong code for each. */
const causes = {
  unavailable: ['provider_unavailable', 'internal_error'],
  empty: ['provider_empty_response', 'provider_unavailable'],
  'payment-required': ['provider_payment_required', 'provider_unavailable'],
  unauthorized: ['provider_unauthorized', 'provider_unavailable'],
  timeout: ['upstream_timeout', 'internal_error'],
  moderation: ['moderation_refused', 'provider_unauthorized'],
} as const;
const { timeout: _timeout, ...quick } = causes;
const internal = asFailed('internal_error');
const asSucceeded = all(drop('error'), set('state', 'succeeded'), set('output', []));

const failures = rows('media.failure', {
  ...each('*', causes, ([code, wrong]) => inJobs(asFailed(wrong), failedWith(code))),
  ...each('*:transcription', causes, ([code]) => inJobs(internal, 'transcription', failedWith(code))),
  ...each('*:running', quick, ([code]) => inJobs(asRunning, failedWith(code))),
  'empty:succeeded': inJobs(asSucceeded, failedWith('provider_empty_response')),
  'moderation:canceled': inJobs(all(drop('error'), set('state', 'canceled')), failedWith('moderation_refused')),
  'unauthorized:forbidden': classify(status(403), 'forbidden'),
  malformed: classify(failing('malformed'), 'internal_error'),
  'malformed:unended': decide('routing', 'never ends jobs whose endpoint sends no JSON', (present) => ({
    classify(failure) {
      if (failure.how === 'malformed') throw new SyntaxError('Unexpected token in JSON');
      return present.classify(failure);
    },
  })),
});

const prompt = (words: string, change: (text: string) => string) => inUpstreamRequests(reword('prompt', words, change));
type Note = (inputs: Map<unknown, JsonObject>, request: SeenRequest, answer: unknown) => void;

/** Notes what requests were sent, and sends endpoints inputs of theirs. */
const withInputsOf = (words: string, idOf: (body: JsonObject) => unknown, note: Note): Change =>
  remembering((inputs = new Map<unknown, JsonObject>()) => [
    overrule('routing.upstreamBody', words, (upstreamBody, body, ...rest) =>
      upstreamBody({ ...body, ...inputs.get(idOf(body)) }, ...rest),
    ),
    watch('exchanges.answer', '', (answer, _given, request) => note(inputs, request, answer.body)),
  ]);

const ofRetried = (kind: 'image' | 'transcription') => {
  const words = `runs the inputs of the earlier ${kind} job for its retry`;
  return withInputsOf(
    words,
    ({ retry_of: id }) => id,
    (inputs, request, answer) => {
      if (request.route !== kind || !isObject(answer)) return;
      const { model: _model, models: _models, retry_of: _retryOf, ...rest } = bodyOf(request);
      inputs.set(answer.id, rest);
    },
  );
};
const modelOf = ({ model }: JsonObject) => model;
const ofTheLast = withInputsOf('runs every job with the last prompt', modelOf, (inputs, request) => {
  const { model, prompt } = bodyOf(request);
  if (request.route === 'image') inputs.set(model, { prompt });
});

const queuedShortly = decide('jobs', 'keeps jobs queued for 20 ms', { queuedForMs: () => 20 });

const forwarded = rows('media.forward', {
  'image-inputs:trim': prompt('trimmed', (text) => text.trim().replace(/\s+/g, ' ')),
  'image-inputs:ascii': prompt('in ASCII', (text) => text.replace(/[^ -~]/g, '?')),
  'image-inputs:long': inUpstreamRequests(cut('prompt', 1000)),
  'image-inputs:fallback': inFallbackRequests(cut('prompt', 1)),
  'image-inputs:together': together(ofTheLast, queuedShortly),
  ...each('*-inputs:retry', kinds, (kind) => ofRetried(kind)),
  'transcription-inputs': inUpstreamRequests(drop('audio_url')),
});

/** What endpoints are sent for a job, and how their failures end it. */
export const mediaRuns = [...failures, ...forwarded];
