import type { Suite } from '@gateproof/harness';
import answers, { model } from './answer.ts';
import errors from './error.ts';
import idempotency from './idempotency.ts';
import jobs from './job.ts';
import bodies from './request.model-unchanged.ts';
import request from './request.ts';
import retries from './retry.ts';
import streams from './stream.ts';
import webhooks from './webhook.ts';

/** Every check that decides a rule of client SDKs. */
export const clientSuite: Suite = {
  checks: [...bodies, ...answers, ...model, ...streams, ...errors, ...retries, ...idempotency, ...jobs, ...webhooks],
  standing: [request],
};
