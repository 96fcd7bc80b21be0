import type { BadClient } from '../client-behaviour.ts';
import { answerDeviations } from './answer.ts';
import { errorDeviations } from './error.ts';
import { idempotencyDeviations } from './idempotency.ts';
import { inputDeviations } from './inputs.ts';
import { jobDeviations } from './job.ts';
import { requestDeviations } from './request.ts';
import { retryDeviations } from './retry.ts';
import { streamDeviations } from './stream.ts';
import { webhookDeviations } from './webhook.ts';

/** Every known-bad client. */
export const badClients: readonly BadClient[] = [
  requestDeviations,
  inputDeviations,
  answerDeviations,
  streamDeviations,
  errorDeviations,
  retryDeviations,
  idempotencyDeviations,
  jobDeviations,
  webhookDeviations,
].flat();
