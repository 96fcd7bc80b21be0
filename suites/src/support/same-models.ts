import type { Account, Model } from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';

/** A model of each account under one id, so that both can send the same body; empty where the testbed gives each an id of its own. */
export async function sameModels(
  one: Account,
  other: Account,
  modality: ModelModality = 'text',
): Promise<readonly Model[]> {
  const first = await one.model({ modality });
  const second = await other.model({ modality, id: first.id }).catch(() => undefined);
  return second?.id === first.id ? [first, second] : [];
}
