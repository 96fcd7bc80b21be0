import { controlServed, type Exchange, type World } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/** A chat request to a usable model that is valid but for one field, beside its valid control; `undefined` leaves the field out. */
export async function chatWithField(world: World, field: string, value: unknown, stream = false): Promise<Exchange> {
  const account = await world.account();
  const model = await account.usableModel();
  controlServed(await account.key.chat({ model: model.id, messages: hello }));
  const streaming = stream ? { stream } : {};
  return account.key.chat({
    model: model.id,
    messages: hello,
    ...streaming,
    [field]: field === 'models' ? known(value, model.id) : value,
  });
}

/** `{model}` in a list stands for the model: an unknown one would be a defect of its own (freedom F124). */
function known(list: unknown, id: string): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (item === '{model}' ? id : item)) : list;
}
