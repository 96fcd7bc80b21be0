import { controlRefusal, controlRefused, controlThat, type Exchange, NotArranged } from '@gateproof/harness';
import type { FeatureControl } from '../beside-feature.ts';
import { beyondCap } from '../spent-caps.ts';
import { merge, submit } from '../submissions.ts';

/** How long a deleted key may go on (freedom F019). */
const rememberedMs = 5_000;
const lookAgainMs = 500;

const deleted: FeatureControl = async (world, account) => {
  const model = await account.usableModel();
  const key = await account.deletedKey();
  let exchange = await submit('chat', key, model);
  for (let waitedMs = 0; waitedMs < rememberedMs && exchange.response?.status === 200; waitedMs += lookAgainMs) {
    await world.pause(lookAgainMs);
    exchange = await submit('chat', key, model);
  }
  controlUnauthorized(exchange, 'auth.key.deleted');
};

const expired: FeatureControl = async (_world, account) => {
  const model = await account.usableModel();
  controlUnauthorized(await submit('chat', await account.expiredKey(), model), 'auth.key.expired');
};

/** Refused for its key, and for nothing else that the key may lead to. */
function controlUnauthorized(exchange: Exchange, prerequisite: string): void {
  controlRefused(exchange, prerequisite);
  controlThat(exchange.response?.status === 401, 'a key that is no longer good is not refused with 401', prerequisite);
}

const outsideSet: FeatureControl = async (_world, account) => {
  const { key, forbidden } = await account.restrictedKey();
  controlRefused(await submit('chat', key, forbidden), 'auth.model.chat');
};

const outsideRanges: FeatureControl = async (_world, account) => {
  const model = await account.usableModel();
  controlRefused(await submit('chat', await account.elsewhereKey(), model), 'auth.address.chat');
};

const outsidePolicy: FeatureControl = async (world, account) => {
  const { looser_retention: looser, other_region: other } = world.fragments;
  const wish = looser ?? other;
  if (wish === undefined) throw new NotArranged('the target names nothing that a policy could forbid');
  const rule = looser === undefined ? 'auth.policy.region-chat' : 'auth.policy.retention-chat';
  const exchange = await submit('chat', await account.policyKey(), await account.usableModel(), merge({}, wish));
  controlRefusal(exchange, 'policy_conflict', rule);
};

/** A key whose cap one request would cross is refused. */
const beyondItsCap: FeatureControl = async (world, account) => {
  const model = await account.model({ priceUsd: 1 });
  const key = await account.cappedKey(model);
  controlRefused(await beyondCap(world, () => submit('chat', key, model)), 'auth.cap.chat');
};

/** What restrictions of keys let through, each beside what the same kind of restriction refuses. */
export const authControls: Readonly<Record<string, FeatureControl>> = {
  'auth.key.before-expiry': expired,
  'auth.key.sibling-of-deleted': deleted,
  'auth.model.allowed': outsideSet,
  'auth.address.inside': outsideRanges,
  'auth.cap.below': beyondItsCap,
  'limit.spend.refused-not-counted': beyondItsCap,
  'auth.policy.inside': outsidePolicy,
  'auth.policy.none': outsidePolicy,
};
