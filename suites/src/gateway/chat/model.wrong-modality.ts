import {
  type Account,
  controlServed,
  defineCheck,
  expectAnyRefusal,
  isObject,
  NotExercised,
  objectOf,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

/** A model of the modality: of our own, or, as a testbed need not make those whose routes are not shown, one that is listed. */
async function modelOf(account: Account, modality: ModelModality): Promise<string> {
  try {
    return (await account.model({ modality })).id;
  } catch (thrown) {
    if (modality === 'image' || modality === 'audio_stt') throw thrown;
    const listed = objectOf(await account.key.models())?.data;
    const entry = Array.isArray(listed)
      ? listed.filter(isObject).find((model) => model.modality === modality)
      : undefined;
    if (typeof entry?.id !== 'string') throw new NotExercised(`there is no ${modality} model`);
    return entry.id;
  }
}

export default defineCheck({
  rule: 'chat.model.wrong-modality',
  ...every(
    { modality: 'image', stream: false },
    { modality: 'audio_stt', stream: false },
    { modality: 'image', stream: true },
    { modality: 'embeddings', stream: false },
    { modality: 'video', stream: false },
    { modality: 'audio_tts', stream: false },
    { modality: 'music', stream: false },
  ),
  async decide(world, { modality, stream }) {
    const account = await world.account();
    const text = await account.usableModel();
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    const model = await modelOf(account, modality);
    const exchange = await account.key.chat({ model, messages: hello, ...(stream ? { stream } : {}) });
    expectAnyRefusal(world, exchange, ['invalid_request', 'unsupported_capability', 'no_endpoint_available']);
  },
});
