import type { BadClient } from '../client-behaviour.ts';
import { abortDeviations } from './abort.ts';
import { answerDeviations } from './answer.ts';
import { answerFormDeviations } from './answer-forms.ts';
import { anyCallDeviations } from './any-call.ts';
import { charsetDeviations } from './charset.ts';
import { chatDeviations } from './chat.ts';
import { concurrentDeviations } from './concurrent.ts';
import { detailDeviations } from './details.ts';
import { earlierStreamDeviations } from './earlier-stream.ts';
import { edgeCaseAnswerDeviations } from './edge-case-answers.ts';
import { edgeCaseRequestDeviations } from './edge-case-requests.ts';
import { edgeCaseRetryDeviations } from './edge-case-retries.ts';
import { edgeCaseStreamDeviations } from './edge-case-streams.ts';
import { errorDeviations } from './error.ts';
import { oneOperationErrorDeviations } from './error-of-one-operation.ts';
import { errorWordDeviations } from './error-words.ts';
import { firstFailureDeviations } from './first-failure.ts';
import { givenDeviations } from './given.ts';
import { givingUpDeviations } from './giving-up.ts';
import { idempotencyDeviations } from './idempotency.ts';
import { inputDeviations } from './inputs.ts';
import { jobDeviations } from './job.ts';
import { keptSettingDeviations } from './kept-settings.ts';
import { modelDeviations } from './model.ts';
import { noJsonDeviations } from './no-json.ts';
import { outputDeviations } from './output.ts';
import { outputPlaceDeviations } from './output-place.ts';
import { pollFailureDeviations } from './poll-failure.ts';
import { rareCircumstanceDeviations } from './rare-circumstances.ts';
import { rememberedDeviations } from './remembered.ts';
import { requestDeviations } from './request.ts';
import { resentStreamDeviations } from './resent-stream.ts';
import { retryDeviations } from './retry.ts';
import { signatureDeviations } from './signature.ts';
import { streamDeviations } from './stream.ts';
import { streamEndDeviations } from './stream-end.ts';
import { streamErrorDeviations } from './stream-error.ts';
import { toleranceDeviations } from './tolerance.ts';
import { waitDeviations } from './wait.ts';
import { webhookDeviations } from './webhook.ts';

/** Every known-bad client. */
export const badClients: readonly BadClient[] = [
  abortDeviations,
  answerDeviations,
  answerFormDeviations,
  anyCallDeviations,
  charsetDeviations,
  chatDeviations,
  concurrentDeviations,
  detailDeviations,
  earlierStreamDeviations,
  edgeCaseAnswerDeviations,
  edgeCaseRequestDeviations,
  edgeCaseRetryDeviations,
  edgeCaseStreamDeviations,
  errorWordDeviations,
  errorDeviations,
  firstFailureDeviations,
  givingUpDeviations,
  givenDeviations,
  idempotencyDeviations,
  inputDeviations,
  jobDeviations,
  keptSettingDeviations,
  modelDeviations,
  oneOperationErrorDeviations,
  noJsonDeviations,
  outputDeviations,
  outputPlaceDeviations,
  pollFailureDeviations,
  rareCircumstanceDeviations,
  rememberedDeviations,
  requestDeviations,
  resentStreamDeviations,
  retryDeviations,
  signatureDeviations,
  streamEndDeviations,
  streamErrorDeviations,
  streamDeviations,
  toleranceDeviations,
  waitDeviations,
  webhookDeviations,
].flat();
