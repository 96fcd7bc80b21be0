import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { jobControls } from '../../support/controls/job.ts';
import { withJobSequences } from '../../support/job-model/with-job-sequences.ts';
import cancel from './cancel.ts';
import cancelFinished from './cancel-finished.ts';
import deliveryFailingChangesNothing from './delivery.failing-changes-nothing.ts';
import error from './error.ts';
import field from './field.ts';
import final from './final.ts';
import identity from './identity.ts';
import isolation from './isolation.ts';
import metadataRequestedModel from './metadata.requested-model.ts';
import outcome from './outcome.ts';
import outputBytesMatch from './output.bytes-match.ts';
import outputChecksumMatch from './output.checksum-match.ts';
import outputEachImage from './output.each-image.ts';
import outputFileOfEndpoint from './output.file-of-endpoint.ts';
import outputFreshLink from './output.fresh-link.ts';
import outputLinkExpires from './output.link-expires.ts';
import outputLinkOpens from './output.link-opens.ts';
import output from './output.ts';
import read from './read.ts';
import retryOfEarlierJob from './retry-of.earlier-job.ts';
import retryOf from './retry-of.ts';
import state from './state.ts';
import timeCompletedAtEnd from './time.completed-at-end.ts';
import timeCreatedAtSubmission from './time.created-at-submission.ts';
import time from './time.ts';
import zdr from './zdr.ts';

/** Media jobs: what a Job says, how it lives, ends, is read and cancelled. */
export const job: AreaChecks = defineArea({
  checks: besideFeature(
    withJobSequences([
      outcome,
      final,
      metadataRequestedModel,
      timeCreatedAtSubmission,
      timeCompletedAtEnd,
      outputFreshLink,
      outputLinkExpires,
      outputLinkOpens,
      outputBytesMatch,
      outputChecksumMatch,
      outputFileOfEndpoint,
      outputEachImage,
      read,
      isolation,
      cancel,
      cancelFinished,
      retryOf,
      zdr,
      deliveryFailingChangesNothing,
    ]),
    jobControls,
  ),
  standing: [field, state, identity, time, output, error, retryOfEarlierJob],
});
