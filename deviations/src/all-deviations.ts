import type { Deviation } from './deviation.ts';
import { authKey } from './rules/auth/key.ts';
import { authMoney } from './rules/auth/money.ts';
import { authPolicy } from './rules/auth/policy.ts';
import { authAddress, authModel } from './rules/auth/restrictions.ts';
import { chatBody } from './rules/chat/body.ts';
import { chatLimits, chatModel, chatOdd } from './rules/chat/conditions.ts';
import { chatForward } from './rules/chat/forward.ts';
import { chatMetadata } from './rules/chat/metadata.ts';
import { chatAccepted, chatRefusal } from './rules/chat/refusal.ts';
import { chatField, chatRelay, chatResponse } from './rules/chat/replies.ts';
import { errorCode } from './rules/error/code.ts';
import { errorDetails } from './rules/error/details.ts';
import { errorEnvelope } from './rules/error/envelope.ts';
import { errorFailures } from './rules/error/failures.ts';
import { errorUpstream } from './rules/error/upstream.ts';
import { fallbackAnswer, fallbackMedia } from './rules/fallback/answers.ts';
import { fallbackLimit, fallbackList } from './rules/fallback/lists.ts';
import { fallbackCause, fallbackOrder } from './rules/fallback/order.ts';
import { idempotencyBodies } from './rules/idempotency/bodies.ts';
import { idempotencyChat } from './rules/idempotency/chat.ts';
import { idempotencyKeys } from './rules/idempotency/keys.ts';
import { idempotencyMedia } from './rules/idempotency/media.ts';
import { idempotencyRefused } from './rules/idempotency/refused.ts';
import { jobCancel } from './rules/job/cancel.ts';
import { jobFields } from './rules/job/fields.ts';
import { jobIdentity } from './rules/job/identity.ts';
import { jobLife } from './rules/job/life.ts';
import { jobOutput } from './rules/job/output.ts';
import { jobReads } from './rules/job/reads.ts';
import { jobRetries } from './rules/job/retries.ts';
import { jobZdr } from './rules/job/zdr.ts';
import { limitRate } from './rules/limit/rate.ts';
import { limitSize } from './rules/limit/size.ts';
import { limitSpend } from './rules/limit/spend.ts';
import { mediaBodies } from './rules/media/body.ts';
import { mediaCreate } from './rules/media/create.ts';
import { mediaRuns } from './rules/media/runs.ts';
import { modelAgreement } from './rules/model/agreement.ts';
import { modelFields } from './rules/model/field.ts';
import { modelGet } from './rules/model/get.ts';
import { modelList } from './rules/model/list.ts';
import { rotationSecrets } from './rules/rotation/secrets.ts';
import { rotationSigning } from './rules/rotation/signing.ts';
import { signatureHeaders } from './rules/signature/header.ts';
import { signatureSecrets, signatureTimes } from './rules/signature/secret-and-time.ts';
import { signatureBytes, signatureValues } from './rules/signature/value.ts';
import { streamEarly } from './rules/stream/early.ts';
import { streamFailover } from './rules/stream/failover.ts';
import { streamFailure, streamFailureCause } from './rules/stream/failure.ts';
import { streamModel, streamRelay } from './rules/stream/relay.ts';
import { streamAnswered, streamEvent } from './rules/stream/wire.ts';
import { version } from './rules/version/version.ts';
import { webhookAcknowledged } from './rules/webhook/acknowledged.ts';
import { webhookBodies } from './rules/webhook/body.ts';
import { webhookData, webhookDataOfReads } from './rules/webhook/data.ts';
import { webhookDeliveries } from './rules/webhook/delivery.ts';
import { webhookEvents, webhookNoEvents } from './rules/webhook/event.ts';
import { webhookFailures, webhookRedirects } from './rules/webhook/failure.ts';
import { webhookIds } from './rules/webhook/id.ts';
import { webhookRecipients } from './rules/webhook/recipient.ts';
import { webhookGoodUrls, webhookHosts, webhookUrls } from './rules/webhook/registration.ts';
import { webhookAttempts, webhookGaps } from './rules/webhook/schedule.ts';

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
  ...authKey,
  ...authMoney,
  ...authPolicy,
  ...authAddress,
  ...authModel,
  ...idempotencyBodies,
  ...idempotencyChat,
  ...idempotencyKeys,
  ...idempotencyMedia,
  ...idempotencyRefused,
  ...limitRate,
  ...limitSize,
  ...limitSpend,
  ...errorCode,
  ...errorDetails,
  ...errorEnvelope,
  ...errorFailures,
  ...errorUpstream,
  ...modelAgreement,
  ...modelFields,
  ...modelGet,
  ...modelList,
  ...version,
  ...rotationSecrets,
  ...rotationSigning,
  ...signatureHeaders,
  ...signatureSecrets,
  ...signatureTimes,
  ...signatureBytes,
  ...signatureValues,
  ...webhookAcknowledged,
  ...webhookBodies,
  ...webhookData,
  ...webhookDataOfReads,
  ...webhookDeliveries,
  ...webhookEvents,
  ...webhookNoEvents,
  ...webhookFailures,
  ...webhookRedirects,
  ...webhookIds,
  ...webhookRecipients,
  ...webhookGoodUrls,
  ...webhookHosts,
  ...webhookUrls,
  ...webhookAttempts,
  ...webhookGaps,
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
