import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { type Change, decide, each, kinds, overrule, remembering, rows, together, watch } from '../../change.ts';
import { all, asFailed, asRunning, drop, set } from '../../edits/fields.ts';
import { cut, reword } from '../../edits/texts.ts';
import { classify, failing, status } from '../../operators/classify.ts';
import { inJobs, inUpstreamRequests } from '../../operators/edit-messages.ts';
import { inFallbackRequests } from '../../operators/try-endpoints.ts';
import { isObject, type JsonObject } from '../../requests/seen.ts';
import { failedWith } from '../../scopes/jobs.ts';

const codes = {
  unavailable: 'provider_unavailable',
  empty: 'provider_empty_response',
  'payment-required': 'provider_payment_required',
  unauthorized: 'provider_unauthorized',
  timeout: 'upstream_timeout',
  moderation: 'moderation_refused',
} as const;
const causes = Object.keys(codes) as (keyof typeof codes)[];

const others = causes.filter((cause) => cause !== 'unavailable');
const quick = causes.filter((cause) => cause !== 'timeout');

const wrongCodes = {
  unauthorized: 'provider_unavailable',
  'payment-required': 'provider_unavailable',
  empty: 'provider_unavailable',
  moderation: 'provider_unauthorized',
  timeout: 'internal_error',
} as const;

const asSucceeded = all(drop('error'), set('state', 'succeeded'), set('output', []));

const failures = rows('media.failure', {
  unavailable: inJobs(asFailed('internal_error'), 'failed'),
  ...each('*', others, (cause) => inJobs(asFailed(wrongCodes[cause]), failedWith(codes[cause]))),
  ...each('*:transcription', causes, (cause) =>
    inJobs(asFailed('internal_error'), 'transcription', failedWith(codes[cause])),
  ),
  ...each('*:running', quick, (cause) => inJobs(asRunning, failedWith(codes[cause]))),
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

/** Notes what requests were sent, and sends endpoints inputs of theirs. */
const withInputsOf = (
  words: string,
  note: (inputs: Map<unknown, JsonObject>, request: SeenRequest, answer: unknown) => void,
  idOf: (body: JsonObject) => unknown,
): Change =>
  remembering((inputs = new Map<unknown, JsonObject>()) => [
    overrule('routing.upstreamBody', words, (upstreamBody, body, ...rest) =>
      upstreamBody({ ...body, ...inputs.get(idOf(body)) }, ...rest),
    ),
    watch('exchanges.answer', '', (answer, _given, request) => note(inputs, request, answer.body)),
  ]);

const ofRetried = (kind: 'image' | 'transcription') =>
  withInputsOf(
    `runs the inputs of the earlier ${kind} job for its retry`,
    (inputs, { route, body }, answer) => {
      if (route !== kind || !isObject(body) || !isObject(answer)) return;
      const { model: _model, models: _models, retry_of: _retryOf, ...rest } = body;
      inputs.set(answer.id, rest);
    },
    ({ retry_of: id }) => id,
  );

const ofTheLast = withInputsOf(
  'runs every job with the last prompt',
  (inputs, { route, body }) => {
    if (route === 'image' && isObject(body)) inputs.set(body.model, { prompt: body.prompt });
  },
  ({ model }) => model,
);

const queuedShortly = decide('jobs', 'keeps jobs queued for 20 ms', { queuedForMs: () => 20 });

const forwarded = rows('media.forward', {
  'image-inputs:trim': prompt('trimmed', (text) => text.trim().replace(/\s+/g, ' ')),
  'image-inputs:ascii': prompt('in ASCII', (text) => text.replace(/[^ -~]/g, '?')),
  'image-inputs:long': inUpstreamRequests(cut('prompt', 1000)),
  'image-inputs:fallback': inFallbackRequests(
    reword('prompt', 'cut to its first character', (text) => [...text].slice(0, 1).join('')),
  ),
  'image-inputs:together': together(ofTheLast, queuedShortly),
  ...each('*-inputs:retry', kinds, (kind) => ofRetried(kind)),
  'transcription-inputs': inUpstreamRequests(drop('audio_url')),
});

/** What endpoints are sent for a job, and how their failures end it. */
export const mediaRuns = [...failures, ...forwarded];
