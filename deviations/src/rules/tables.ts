// biome-ignore-all assist/source/organizeImports: written by `npm run registries` from the listing of this folder
export { authKey } from './auth/key.ts';
export { authAddress, authModel, authMoney, authPolicy } from './auth/restrictions.ts';
export { chatAccepted, chatBody, chatRefusal } from './chat/body.ts';
export { chatLimits, chatModel, chatOdd } from './chat/conditions.ts';
export { chatForward } from './chat/forward.ts';
export { chatField, chatMetadata, chatRelay, chatResponse } from './chat/replies.ts';
export { errorCode } from './error/code.ts';
export { errorDetails } from './error/details.ts';
export { errorEnvelope } from './error/envelope.ts';
export { errorFailures, errorUpstream } from './error/failures.ts';
export { fallbackAnswer, fallbackMedia } from './fallback/answers.ts';
export { fallbackLimit, fallbackList } from './fallback/lists.ts';
export { fallbackCause, fallbackOrder } from './fallback/order.ts';
export { idempotencyBodies } from './idempotency/bodies.ts';
export { idempotencyChat } from './idempotency/chat.ts';
export { idempotencyKeys } from './idempotency/keys.ts';
export { idempotencyMedia } from './idempotency/media.ts';
export { idempotencyRefused } from './idempotency/refused.ts';
export { jobCancel } from './job/cancel.ts';
export { jobFields, jobIdentity } from './job/fields.ts';
export { jobLife } from './job/life.ts';
export { jobOutput } from './job/output.ts';
export { jobReads, jobRetries } from './job/reads-and-retries.ts';
export { jobZdr } from './job/zdr.ts';
export { limitRate, limitSize, limitSpend } from './limit/limit.ts';
export { mediaBodies } from './media/body.ts';
export { mediaCreate } from './media/create.ts';
export { mediaRuns } from './media/runs.ts';
export { modelAgreement, modelFields, modelGet, modelList } from './model/model.ts';
export { rotationSecrets, rotationSigning } from './rotation/rotation.ts';
export {
  signatureBytes,
  signatureHeaders,
  signatureSecrets,
  signatureTimes,
  signatureValues,
} from './signature/signature.ts';
export { streamEarly } from './stream/early.ts';
export { streamFailover } from './stream/failover.ts';
export { streamFailure, streamFailureCause } from './stream/failure.ts';
export { streamModel, streamRelay } from './stream/relay.ts';
export { streamAnswered, streamEvent } from './stream/wire.ts';
export { version } from './version/version.ts';
export { webhookAcknowledged } from './webhook/acknowledged.ts';
export { webhookEvents, webhookNoEvents } from './webhook/event.ts';
export { webhookFailures, webhookRedirects } from './webhook/failure.ts';
export { webhookBodies, webhookData, webhookDataOfReads, webhookDeliveries, webhookIds } from './webhook/message.ts';
export { webhookRecipients } from './webhook/recipient.ts';
export { webhookGoodUrls, webhookHosts, webhookUrls } from './webhook/registration.ts';
export { webhookAttempts, webhookGaps } from './webhook/schedule.ts';
