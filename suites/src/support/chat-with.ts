import type { Exchange, World } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** A chat request to a usable model that is valid but for one field; `undefined` leaves the field out. */
export async function chatWithField(world: World, field: string, value: unknown): Promise<Exchange> {
  const account = await world.account();
  const model = await account.usableModel();
  return account.key.chat({ model: model.id, messages: hello, [field]: value });
}
