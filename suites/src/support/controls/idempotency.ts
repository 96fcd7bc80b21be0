import type { FeatureControl } from '../beside-feature.ts';
import { controlKeysWork } from '../working-keys.ts';

const keysAreRead: FeatureControl = async (world, account) =>
  controlKeysWork(world, account.key, await account.usableModel());

/** What keys do not bring about, each beside a key that brings back its first result. */
export const idempotencyControls: Readonly<Record<string, FeatureControl>> = {
  'idempotency.chat.answered-after-client-gone': keysAreRead,
  'idempotency.chat.without-key': keysAreRead,
  'idempotency.media.without-key': keysAreRead,
  'idempotency.key.odd': keysAreRead,
  'idempotency.refused.corrected-body': keysAreRead,
  'idempotency.refused.same-body': keysAreRead,
  'idempotency.refused.foreign-key': keysAreRead,
  'idempotency.refused.after-failure': keysAreRead,
};
