import type { Suite } from '@gateproof/harness';
import tolerance from './answer.optional-fields.ts';
import answers from './answer.ts';
import additions from './answer.unknown-fields.ts';
import words from './error.not-by-message.ts';
import errors from './error.ts';
import idempotency from './idempotency.ts';
import endings from './job.cancel.ts';
import jobs from './job.ts';
import model from './model.ts';
import inputs from './request.inputs-unchanged.ts';
import bodies from './request.model-unchanged.ts';
import request from './request.ts';
import retries from './retry.ts';
import waits from './retry.waits.ts';
import failures from './stream.error.ts';
import streams from './stream.ts';
import boundaries from './webhook.past-within.ts';
import webhooks from './webhook.ts';

/** Every check that decides a rule of client SDKs. */
export const clientSuite: Suite = {
  checks: [
    ...[bodies, inputs, answers, tolerance, additions, model, streams, failures, errors, words].flat(),
    ...[retries, waits, idempotency, jobs, endings, webhooks, boundaries].flat(),
  ],
  standing: [request],
};
