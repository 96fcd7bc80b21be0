import { type AreaChecks, defineArea } from '../../support/area.ts';
import { withJobSequences } from '../../support/job-model/with-job-sequences.ts';
import distinctSecret from './distinct-secret.ts';
import everyDelivery from './every-delivery.ts';
import newSecretSigns from './new-secret.signs.ts';
import oneTimestamp from './one-timestamp.ts';
import otherEndpointUntouched from './other-endpoint.untouched.ts';
import previousSecretLasts from './previous-secret.lasts.ts';
import previousSecretSigns from './previous-secret.signs.ts';
import retiredSecretAbsent from './retired-secret.absent.ts';
import retiredSecretAbsentOnRetry from './retired-secret.absent-on-retry.ts';
import retiredSecretOneSignature from './retired-secret.one-signature.ts';
import retryBothSign from './retry.both-sign.ts';
import secondNewestTwo from './second.newest-two.ts';
import twoSignatures from './two-signatures.ts';

/** Secret rotation: two signatures until the previous secret is retired. */
export const rotation: AreaChecks = defineArea({
  checks: withJobSequences([
    distinctSecret,
    everyDelivery,
    newSecretSigns,
    oneTimestamp,
    otherEndpointUntouched,
    previousSecretLasts,
    previousSecretSigns,
    retiredSecretAbsent,
    retiredSecretAbsentOnRetry,
    retiredSecretOneSignature,
    retryBothSign,
    secondNewestTwo,
    twoSignatures,
  ]),
});
