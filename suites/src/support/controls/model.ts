import { controlServed, controlThat, isObject, jsonOf } from '@gateproof/harness';
import type { FeatureControl } from '../beside-feature.ts';

/** What a restricted key's list leaves out, beside which it means something that it holds the rest. */
const listsAreRestricted: FeatureControl = async (_world, account) => {
  const { key, forbidden } = await account.restrictedKey();
  const exchange = await key.models();
  controlServed(exchange);
  const body = jsonOf(exchange);
  const data = body.ok && isObject(body.value) && Array.isArray(body.value.data) ? body.value.data : [];
  const isListed = data.some((entry) => isObject(entry) && entry.id === forbidden.id);
  controlThat(
    !isListed,
    `the list of a restricted key holds ${forbidden.id}, which is not in its set`,
    'model.list.restricted',
  );
};

/** What restricted lists hold, beside what they leave out. */
export const modelControls: Readonly<Record<string, FeatureControl>> = {
  'model.list.restricted-complete': listsAreRestricted,
};
