import type { FeatureControl } from '../beside-feature.ts';
import { controlKeysWork } from '../working-keys.ts';

const keysAreRead: FeatureControl = async (world, account) =>
  controlKeysWork(world, account.key, await account.usableModel());

/** What refused and failed requests do to a key, each beside a key that brings back its first result. */
export const idempotencyControls: Readonly<Record<string, FeatureControl>> = {
  'idempotency.refused.corrected-body': keysAreRead,
  'idempotency.refused.same-body': keysAreRead,
  'idempotency.refused.foreign-key': keysAreRead,
  'idempotency.refused.after-failure': keysAreRead,
};
