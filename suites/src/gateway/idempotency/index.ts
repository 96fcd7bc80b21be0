import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { idempotencyControls } from '../../support/controls/idempotency.ts';
import { withJobSequences } from '../../support/job-model/with-job-sequences.ts';
import { withKeyBatches } from '../../support/key-model/with-key-batches.ts';
import body from './body.ts';
import chatClientGone from './chat.client-gone.ts';
import chatOneGeneration from './chat.one-generation.ts';
import chat from './chat.ts';
import key from './key.ts';
import mediaOneRun from './media.one-run.ts';
import mediaSimultaneous from './media.simultaneous.ts';
import media from './media.ts';
import memoryDay from './memory.day.ts';
import memoryRunningJob from './memory.running-job.ts';
import precedence from './precedence.no-second-run.ts';
import refused from './refused.ts';
import scopeAccountChat from './scope.account-chat.ts';
import scopeAccountMedia from './scope.account-media.ts';
import scopeChatAndMedia from './scope.chat-and-media.ts';
import scopeImageAndTranscription from './scope.image-and-transcription.ts';
import scopeReadAndCancel from './scope.read-and-cancel.ts';

/** Idempotency keys: what comes again runs once, and belongs to its account and route. */
export const idempotency: AreaChecks = defineArea({
  checks: besideFeature(
    withKeyBatches(
      withJobSequences([
        body,
        chat,
        chatClientGone,
        chatOneGeneration,
        key,
        media,
        mediaOneRun,
        mediaSimultaneous,
        memoryDay,
        memoryRunningJob,
        precedence,
        refused,
        scopeAccountChat,
        scopeAccountMedia,
        scopeChatAndMedia,
        scopeImageAndTranscription,
        scopeReadAndCancel,
      ]),
    ),
    idempotencyControls,
  ),
});
