import type { Deviation } from '../behaviour/patch.ts';
import { catalogueDeviations } from './catalogue.ts';
import { catalogueDetailDeviations } from './catalogue-details.ts';
import { chatBodyDeviations } from './chat-bodies.ts';
import { chatFieldDeviations } from './chat-fields.ts';
import { conversationDeviations } from './conversation.ts';
import { catalogueCorners } from './corners/catalogue.ts';
import { idempotencyCorners } from './corners/idempotency.ts';
import { jobCorners } from './corners/jobs.ts';
import { keyCorners } from './corners/keys.ts';
import { outputCorners } from './corners/output.ts';
import { repeatCorners } from './corners/repeats.ts';
import { rotationCorners } from './corners/rotations.ts';
import { signatureCorners } from './corners/signature-cases.ts';
import { signatureHeaderCorners } from './corners/signature-headers.ts';
import { spendingCorners } from './corners/spending.ts';
import { addressCorners } from './corners/webhook-addresses.ts';
import { attemptCorners } from './corners/webhook-attempts.ts';
import { bodyCorners } from './corners/webhook-bodies.ts';
import { eventCorners } from './corners/webhook-events.ts';
import { headerCorners } from './corners/webhook-headers.ts';
import { recipientCorners } from './corners/webhook-recipients.ts';
import { scheduleCorners } from './corners/webhook-schedule.ts';
import { deliveryDetailDeviations } from './delivery-details.ts';
import { envelopeDeviations } from './envelope.ts';
import { errorRowDeviations } from './error-rows.ts';
import { failureDeviations } from './failures.ts';
import { fallbackDeviations } from './fallback.ts';
import { idempotencyDeviations } from './idempotency.ts';
import { jobFieldDeviations } from './job-fields.ts';
import { jobReadDeviations } from './job-reads.ts';
import { jobDeviations } from './jobs.ts';
import { keyDeviations } from './keys.ts';
import { limitDetailDeviations } from './limit-details.ts';
import { limitDeviations } from './limits.ts';
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
  ...keyDeviations,
  ...spendingDeviations,
  ...envelopeDeviations,
  ...errorRowDeviations,
  ...failureDeviations,
  ...conversationDeviations,
  ...chatBodyDeviations,
  ...chatFieldDeviations,
  ...streamDeviations,
  ...streamFailureDeviations,
  ...fallbackDeviations,
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
  ...jobReadDeviations,
  ...submissionDeviations,
  ...submissionDetailDeviations,
  ...webhookDeviations,
  ...deliveryDetailDeviations,
  ...signatureDeviations,
  ...keyCorners,
  ...spendingCorners,
  ...catalogueCorners,
  ...idempotencyCorners,
  ...jobCorners,
  ...outputCorners,
  ...repeatCorners,
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
];
