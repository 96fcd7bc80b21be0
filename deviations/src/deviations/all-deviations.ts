import type { Deviation } from '../deviation.ts';
import { errorCode } from '../rules/error/code.ts';
import { errorDetails } from '../rules/error/details.ts';
import { errorEnvelope } from '../rules/error/envelope.ts';
import { errorFailures } from '../rules/error/failures.ts';
import { errorUpstream } from '../rules/error/upstream.ts';
import { catalogueDeviations } from './catalogue.ts';
import { catalogueDetailDeviations } from './catalogue-details.ts';
import { chatBodyDeviations } from './chat-bodies.ts';
import { chatFieldDeviations } from './chat-fields.ts';
import { conversationDeviations } from './conversation.ts';
import { answerFormCorners } from './corners/answer-forms.ts';
import { catalogueCorners } from './corners/catalogue.ts';
import { catalogueEntryCorners } from './corners/catalogue-entries.ts';
import { chatBodyCorners } from './corners/chat-bodies.ts';
import { conditionCorners } from './corners/chat-conditions.ts';
import { forwardingCorners } from './corners/chat-forwarding.ts';
import { replyCorners } from './corners/chat-replies.ts';
import { differentBodyCorners } from './corners/different-bodies.ts';
import { endingCorners } from './corners/endings.ts';
import { endpointFailureCorners } from './corners/endpoint-failures.ts';
import { fallbackAnswerCorners } from './corners/fallback-answers.ts';
import { fallbackListCorners } from './corners/fallback-lists.ts';
import { fallbackOrderCorners } from './corners/fallback-order.ts';
import { hollowCorners } from './corners/hollow.ts';
import { idempotencyCorners } from './corners/idempotency.ts';
import { keyReadingCorners } from './corners/idempotency-keys.ts';
import { jobCancelCorners } from './corners/job-cancels.ts';
import { jobFieldCorners } from './corners/job-fields.ts';
import { jobFileCorners } from './corners/job-files.ts';
import { jobPartCorners } from './corners/job-parts.ts';
import { jobRequestCorners } from './corners/job-requests.ts';
import { jobSightCorners } from './corners/job-sights.ts';
import { jobWorkCorners } from './corners/job-work.ts';
import { jobCorners } from './corners/jobs.ts';
import { jobCompanyCorners } from './corners/jobs-in-company.ts';
import { keyRestrictionCorners } from './corners/key-restrictions.ts';
import { keyUseCorners } from './corners/key-uses.ts';
import { keyCorners } from './corners/keys.ts';
import { limitCorners } from './corners/limits.ts';
import { outputCorners } from './corners/output.ts';
import { refusedBodyCorners } from './corners/refused-bodies.ts';
import { repeatedAnswerCorners } from './corners/repeated-answers.ts';
import { repeatedRequestCorners } from './corners/repeated-requests.ts';
import { repeatCorners } from './corners/repeats.ts';
import { rotationCorners } from './corners/rotations.ts';
import { signatureCorners } from './corners/signature-cases.ts';
import { signatureHeaderCorners } from './corners/signature-headers.ts';
import { spendingCorners } from './corners/spending.ts';
import { errorChunkCorners } from './corners/stream-error-chunks.ts';
import { streamFailureCorners } from './corners/stream-failures.ts';
import { streamRelayCorners } from './corners/stream-relay.ts';
import { submissionPartCorners } from './corners/submission-parts.ts';
import { submissionCorners } from './corners/submissions.ts';
import { addressCorners } from './corners/webhook-addresses.ts';
import { attemptCorners } from './corners/webhook-attempts.ts';
import { bodyCorners } from './corners/webhook-bodies.ts';
import { eventCorners } from './corners/webhook-events.ts';
import { headerCorners } from './corners/webhook-headers.ts';
import { recipientCorners } from './corners/webhook-recipients.ts';
import { scheduleCorners } from './corners/webhook-schedule.ts';
import { zdrCorners } from './corners/zdr-jobs.ts';
import { deliveryAttemptDeviations } from './delivery-attempts.ts';
import { deliveryDetailDeviations } from './delivery-details.ts';
import { fallbackDeviations } from './fallback.ts';
import { fallbackCauseDeviations } from './fallback-causes.ts';
import { idempotencyDeviations } from './idempotency.ts';
import { jobFieldDeviations } from './job-fields.ts';
import { jobOwnerDeviations } from './job-owners.ts';
import { jobReadDeviations } from './job-reads.ts';
import { jobTellingDeviations } from './job-tellings.ts';
import { jobDeviations } from './jobs.ts';
import { keyDeviations } from './keys.ts';
import { limitDetailDeviations } from './limit-details.ts';
import { limitDeviations } from './limits.ts';
import { relayedAnswerDeviations } from './relayed-answers.ts';
import { repeatedChatDeviations } from './repeated-chat.ts';
import { repeatedMediaDeviations } from './repeated-media.ts';
import { secretDetailDeviations } from './secret-details.ts';
import { signatureDeviations } from './signatures.ts';
import { spendingDeviations } from './spending.ts';
import { streamDeviations } from './stream.ts';
import { streamFailureDeviations } from './stream-failure.ts';
import { submissionDetailDeviations } from './submission-details.ts';
import { submissionDeviations } from './submissions.ts';
import { versionDeviations } from './version.ts';
import { webhookDeviations } from './webhooks.ts';

/** Every way in which the simulator can break one rule, by area. */
export const deviations: readonly Deviation[] = [
  ...errorCode,
  ...errorDetails,
  ...errorEnvelope,
  ...errorFailures,
  ...errorUpstream,
  ...keyDeviations,
  ...spendingDeviations,
  ...conversationDeviations,
  ...relayedAnswerDeviations,
  ...chatBodyDeviations,
  ...chatFieldDeviations,
  ...streamDeviations,
  ...streamFailureDeviations,
  ...fallbackDeviations,
  ...fallbackCauseDeviations,
  ...versionDeviations,
  ...catalogueDeviations,
  ...catalogueDetailDeviations,
  ...limitDeviations,
  ...limitDetailDeviations,
  ...idempotencyDeviations,
  ...repeatedChatDeviations,
  ...repeatedMediaDeviations,
  ...jobFieldDeviations,
  ...jobDeviations,
  ...jobTellingDeviations,
  ...jobReadDeviations,
  ...jobOwnerDeviations,
  ...submissionDeviations,
  ...submissionDetailDeviations,
  ...webhookDeviations,
  ...deliveryAttemptDeviations,
  ...deliveryDetailDeviations,
  ...signatureDeviations,
  ...catalogueEntryCorners,
  ...endpointFailureCorners,
  ...endingCorners,
  ...fallbackAnswerCorners,
  ...fallbackListCorners,
  ...fallbackOrderCorners,
  ...limitCorners,
  ...submissionCorners,
  ...submissionPartCorners,
  ...keyCorners,
  ...spendingCorners,
  ...catalogueCorners,
  ...hollowCorners,
  ...idempotencyCorners,
  ...jobCorners,
  ...outputCorners,
  ...repeatCorners,
  ...keyReadingCorners,
  ...differentBodyCorners,
  ...repeatedRequestCorners,
  ...repeatedAnswerCorners,
  ...jobFieldCorners,
  ...jobPartCorners,
  ...jobSightCorners,
  ...jobCancelCorners,
  ...jobFileCorners,
  ...zdrCorners,
  ...jobCompanyCorners,
  ...jobRequestCorners,
  ...jobWorkCorners,
  ...recipientCorners,
  ...scheduleCorners,
  ...addressCorners,
  ...attemptCorners,
  ...bodyCorners,
  ...headerCorners,
  ...eventCorners,
  ...signatureCorners,
  ...signatureHeaderCorners,
  ...rotationCorners,
  ...secretDetailDeviations,
  ...chatBodyCorners,
  ...conditionCorners,
  ...forwardingCorners,
  ...replyCorners,
  ...keyUseCorners,
  ...keyRestrictionCorners,
  ...streamFailureCorners,
  ...streamRelayCorners,
  ...answerFormCorners,
  ...refusedBodyCorners,
  ...errorChunkCorners,
];
