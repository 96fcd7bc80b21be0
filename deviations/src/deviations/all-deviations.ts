import type { Deviation } from '../deviation.ts';
import { chatBody } from '../rules/chat/body.ts';
import { chatLimits, chatModel, chatOdd } from '../rules/chat/conditions.ts';
import { chatForward } from '../rules/chat/forward.ts';
import { chatMetadata } from '../rules/chat/metadata.ts';
import { chatAccepted, chatRefusal } from '../rules/chat/refusal.ts';
import { chatField, chatRelay, chatResponse } from '../rules/chat/replies.ts';
import { errorCode } from '../rules/error/code.ts';
import { errorDetails } from '../rules/error/details.ts';
import { errorEnvelope } from '../rules/error/envelope.ts';
import { errorFailures } from '../rules/error/failures.ts';
import { errorUpstream } from '../rules/error/upstream.ts';
import { fallbackAnswer, fallbackMedia } from '../rules/fallback/answers.ts';
import { fallbackLimit, fallbackList } from '../rules/fallback/lists.ts';
import { fallbackCause, fallbackOrder } from '../rules/fallback/order.ts';
import { jobCancel } from '../rules/job/cancel.ts';
import { jobFields } from '../rules/job/fields.ts';
import { jobIdentity } from '../rules/job/identity.ts';
import { jobLife } from '../rules/job/life.ts';
import { jobOutput } from '../rules/job/output.ts';
import { jobReads } from '../rules/job/reads.ts';
import { jobRetries } from '../rules/job/retries.ts';
import { jobZdr } from '../rules/job/zdr.ts';
import { mediaBodies } from '../rules/media/body.ts';
import { mediaCreate } from '../rules/media/create.ts';
import { mediaRuns } from '../rules/media/runs.ts';
import { streamEarly } from '../rules/stream/early.ts';
import { streamFailover } from '../rules/stream/failover.ts';
import { streamFailure, streamFailureCause } from '../rules/stream/failure.ts';
import { streamModel, streamRelay } from '../rules/stream/relay.ts';
import { streamAnswered, streamEvent } from '../rules/stream/wire.ts';
import { catalogueDeviations } from './catalogue.ts';
import { catalogueDetailDeviations } from './catalogue-details.ts';
import { answerFormCorners } from './corners/answer-forms.ts';
import { catalogueCorners } from './corners/catalogue.ts';
import { catalogueEntryCorners } from './corners/catalogue-entries.ts';
import { differentBodyCorners } from './corners/different-bodies.ts';
import { endingCorners } from './corners/endings.ts';
import { idempotencyCorners } from './corners/idempotency.ts';
import { keyReadingCorners } from './corners/idempotency-keys.ts';
import { keyRestrictionCorners } from './corners/key-restrictions.ts';
import { keyUseCorners } from './corners/key-uses.ts';
import { keyCorners } from './corners/keys.ts';
import { limitCorners } from './corners/limits.ts';
import { repeatedAnswerCorners } from './corners/repeated-answers.ts';
import { repeatedRequestCorners } from './corners/repeated-requests.ts';
import { repeatCorners } from './corners/repeats.ts';
import { rotationCorners } from './corners/rotations.ts';
import { signatureCorners } from './corners/signature-cases.ts';
import { signatureHeaderCorners } from './corners/signature-headers.ts';
import { spendingCorners } from './corners/spending.ts';
import { streamFailureCorners } from './corners/stream-failures.ts';
import { addressCorners } from './corners/webhook-addresses.ts';
import { attemptCorners } from './corners/webhook-attempts.ts';
import { bodyCorners } from './corners/webhook-bodies.ts';
import { eventCorners } from './corners/webhook-events.ts';
import { headerCorners } from './corners/webhook-headers.ts';
import { recipientCorners } from './corners/webhook-recipients.ts';
import { scheduleCorners } from './corners/webhook-schedule.ts';
import { deliveryAttemptDeviations } from './delivery-attempts.ts';
import { deliveryDetailDeviations } from './delivery-details.ts';
import { idempotencyDeviations } from './idempotency.ts';
import { jobRest } from './job-rest.ts';
import { keyDeviations } from './keys.ts';
import { limitDetailDeviations } from './limit-details.ts';
import { limitDeviations } from './limits.ts';
import { repeatedChatDeviations } from './repeated-chat.ts';
import { repeatedMediaDeviations } from './repeated-media.ts';
import { secretDetailDeviations } from './secret-details.ts';
import { signatureDeviations } from './signatures.ts';
import { spendingDeviations } from './spending.ts';
import { versionDeviations } from './version.ts';
import { webhookDeviations } from './webhooks.ts';

/** Every way in which the simulator can break one rule, by area. */
export const deviations: readonly Deviation[] = [
  ...chatBody,
  ...chatLimits,
  ...chatModel,
  ...chatOdd,
  ...chatForward,
  ...chatMetadata,
  ...chatAccepted,
  ...chatRefusal,
  ...chatField,
  ...chatRelay,
  ...chatResponse,
  ...fallbackAnswer,
  ...fallbackMedia,
  ...fallbackLimit,
  ...fallbackList,
  ...fallbackCause,
  ...fallbackOrder,
  ...streamEarly,
  ...streamFailover,
  ...streamFailure,
  ...streamFailureCause,
  ...streamModel,
  ...streamRelay,
  ...streamAnswered,
  ...streamEvent,
  ...errorCode,
  ...errorDetails,
  ...errorEnvelope,
  ...errorFailures,
  ...errorUpstream,
  ...keyDeviations,
  ...spendingDeviations,
  ...versionDeviations,
  ...catalogueDeviations,
  ...catalogueDetailDeviations,
  ...limitDeviations,
  ...limitDetailDeviations,
  ...idempotencyDeviations,
  ...repeatedChatDeviations,
  ...repeatedMediaDeviations,
  ...webhookDeviations,
  ...deliveryAttemptDeviations,
  ...deliveryDetailDeviations,
  ...signatureDeviations,
  ...catalogueEntryCorners,
  ...endingCorners,
  ...limitCorners,
  ...keyCorners,
  ...spendingCorners,
  ...catalogueCorners,
  ...idempotencyCorners,
  ...repeatCorners,
  ...keyReadingCorners,
  ...differentBodyCorners,
  ...repeatedRequestCorners,
  ...repeatedAnswerCorners,
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
  ...keyUseCorners,
  ...keyRestrictionCorners,
  ...streamFailureCorners,
  ...answerFormCorners,
  ...jobRest,
  ...jobCancel,
  ...jobFields,
  ...jobIdentity,
  ...jobLife,
  ...jobOutput,
  ...jobReads,
  ...jobRetries,
  ...jobZdr,
  ...mediaBodies,
  ...mediaCreate,
  ...mediaRuns,
];
