import { accountFeatures } from './account-features.ts';
import { chatAnswerFeatures } from './chat-answer-features.ts';
import { jobAnswerFeatures } from './job-answer-features.ts';
import { jobFeatures } from './job-features.ts';
import type { NullFeature } from './null-feature.ts';
import { requestFeatures } from './request-features.ts';
import { serviceFeature } from './service-feature.ts';
import { webhookFeatures } from './webhook-features.ts';

/** Every feature that the simulator can be run without. */
export const nullFeatures: readonly NullFeature[] = [
  ...requestFeatures,
  ...accountFeatures,
  ...jobFeatures,
  ...webhookFeatures,
  ...chatAnswerFeatures,
  ...jobAnswerFeatures,
  serviceFeature,
];
