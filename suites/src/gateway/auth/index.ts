import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { authControls } from '../../support/controls/auth.ts';
import addressInside from './address.inside.ts';
import address from './address.ts';
import capBelow from './cap.below.ts';
import capNextMonth from './cap.next-month.ts';
import capOtherKey from './cap.other-key.ts';
import capRead from './cap.read.ts';
import cap from './cap.ts';
import creditRead from './credit.read.ts';
import creditRestored from './credit.restored.ts';
import credit from './credit.ts';
import deliverySigningSecret from './delivery.signing-secret.ts';
import keyAccepted from './key.accepted.ts';
import keyBeforeExpiry from './key.before-expiry.ts';
import keyDeleted from './key.deleted.ts';
import keyExpired from './key.expired.ts';
import keyMissing from './key.missing.ts';
import keyNearMiss from './key.near-miss.ts';
import keyRefusedCancelWithoutEffect from './key.refused-cancel-without-effect.ts';
import keyRequired from './key.required.ts';
import keySiblingOfDeleted from './key.sibling-of-deleted.ts';
import keyUnknown from './key.unknown.ts';
import modelAllowed from './model.allowed.ts';
import model from './model.ts';
import modelWholeId from './model.whole-id.ts';
import policyInside from './policy.inside.ts';
import policyNone from './policy.none.ts';
import policy from './policy.ts';
import refusedWithoutEffect from './refused-without-effect.ts';
import route from './route.ts';
import schemeEmptyToken from './scheme.empty-token.ts';
import schemeOther from './scheme.other.ts';

/** Authentication, restrictions of keys, caps, policies and credit. */
export const auth: AreaChecks = defineArea({
  checks: besideFeature(
    [
      address,
      addressInside,
      cap,
      capBelow,
      capNextMonth,
      capOtherKey,
      capRead,
      credit,
      creditRead,
      creditRestored,
      deliverySigningSecret,
      keyAccepted,
      keyBeforeExpiry,
      keyDeleted,
      keyExpired,
      keyMissing,
      keyNearMiss,
      keyRefusedCancelWithoutEffect,
      keyRequired,
      keySiblingOfDeleted,
      keyUnknown,
      model,
      modelAllowed,
      modelWholeId,
      policy,
      policyInside,
      policyNone,
      refusedWithoutEffect,
      route,
      schemeEmptyToken,
      schemeOther,
    ],
    authControls,
  ),
});
