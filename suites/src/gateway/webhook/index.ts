import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { webhookControls } from '../../support/controls/webhook.ts';
import { withJobSequences } from '../../support/job-model/with-job-sequences.ts';
import acknowledged from './acknowledged.ts';
import body from './body.ts';
import dataFinal from './data.final.ts';
import data from './data.ts';
import delivery from './delivery.ts';
import endpoint from './endpoint.ts';
import eventFailed from './event.failed.ts';
import eventKnownType from './event.known-type.ts';
import eventNone from './event.none.ts';
import event from './event.ts';
import failureLateAnswer from './failure.late-answer.ts';
import failure from './failure.ts';
import id from './id.ts';
import recipientEveryJob from './recipient.every-job.ts';
import recipient from './recipient.ts';
import redirectNotFollowed from './redirect.not-followed.ts';
import registrationRefusedGetsNothing from './registration.refused-gets-nothing.ts';
import registration from './registration.ts';
import scheduleEightAttempts from './schedule.eight-attempts.ts';
import schedule from './schedule.ts';

/** Events: which are sent, to whom, how often, and what they say. */
export const webhook: AreaChecks = defineArea({
  checks: besideFeature(
    withJobSequences([
      event,
      eventFailed,
      eventNone,
      recipient,
      recipientEveryJob,
      data,
      id,
      acknowledged,
      failure,
      failureLateAnswer,
      redirectNotFollowed,
      schedule,
      scheduleEightAttempts,
      registration,
      registrationRefusedGetsNothing,
      endpoint,
    ]),
    webhookControls,
  ),
  standing: [eventKnownType, delivery, body, dataFinal],
});
