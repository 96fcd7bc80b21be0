import {
  type Account,
  controlServed,
  defineCheck,
  expectAnswer,
  expectThat,
  type Model,
  NotExercised,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { codeOf } from '../../support/json.ts';

const codes = ['invalid_request', 'unsupported_capability', 'no_endpoint_available'];

/** Routes for the other modalities are not shown, so that a testbed may make no models of them. */
function modelOf(account: Account, modality: ModelModality): Promise<Model> {
  return account.model({ modality }).catch((thrown: unknown) => {
    if (modality === 'image' || modality === 'audio_stt') throw thrown;
    throw new NotExercised(`no ${modality} model could be made`);
  });
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
  cases: 7,
  async decide(world, { modality, stream }) {
    const account = await world.account();
    const text = await account.usableModel();
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    const model = await modelOf(account, modality);
    const exchange = await account.key.chat({ model: model.id, messages: hello, ...(stream ? { stream } : {}) });
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status >= 400 && codes.includes(codeOf(exchange) ?? ''), {
      expected: `a chat request for a model of modality ${modality} to be refused as ${codes.join(' or ')}`,
      observed: `status ${status} ${codeOf(exchange) ?? ''}`,
      exchanges: [exchange.id],
    });
  },
});
