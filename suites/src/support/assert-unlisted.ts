import { type Exchange, type Key, NotArranged } from '@gateproof/harness';
import { idsIn } from './model-entries.ts';

/** Throws `NotArranged` where an id that nobody should have was served and is one of the listed models. Reads the list only then. */
export async function assertUnlisted(key: Key, id: unknown, answer: Exchange): Promise<void> {
  const status = answer.response?.status ?? 0;
  if (status < 200 || status >= 300) return;
  const ids: readonly unknown[] = idsIn(await key.models());
  if (ids.includes(id)) throw new NotArranged(`${id} is a model of the target`);
}
