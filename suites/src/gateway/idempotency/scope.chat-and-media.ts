import {
  besideControl,
  codeOf,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  expectThat,
  objectOf,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** Routes have keys of their own, or the second request is refused as a conflict (freedom F033). */
export default defineCheck({
  rule: 'idempotency.scope.chat-and-media',
  input: fc.record({ route: fc.constantFrom<MediaRoute>('image', 'transcription'), chatFirst: fc.boolean() }),
  cases: 4,
  async decide(world, { route, chatFirst }) {
    const account = await world.account();
    const [text, media] = [await account.usableModel(), await mediaModel(account, route)];
    const idempotencyKey = world.unique('key');
    await submitJob(account.key, media);
    const chat = () => account.key.chat({ model: text.id, messages: hello }, { idempotencyKey });
    const submission = () => sendSubmission(account.key, media, {}, { idempotencyKey });
    const first = await (chatFirst ? chat() : submission());
    const second = await (chatFirst ? submission() : chat());
    const { status } = controlAnswer(second);
    const isJob = objectOf(second)?.object === 'job' || objectOf(second)?.state !== undefined;
    const isConflict = status === 409 && codeOf(second) === 'idempotency_conflict';
    const plain = () =>
      chatFirst ? sendSubmission(account.key, media) : account.key.chat({ model: text.id, messages: hello });
    await besideControl(
      () =>
        expectThat(world, isConflict || (status < 300 && isJob === chatFirst), {
          expected: `${chatFirst ? 'a Job' : 'a completion'} of its own, or 409 idempotency_conflict`,
          observed: isJob && !chatFirst ? 'the Job of the submission under the same key' : describeAnswer(second),
          exchanges: [first.id, second.id],
        }),
      async () => controlServed(await plain()),
    );
    controlFirstResult(chatFirst ? 'chat' : route, first, await (chatFirst ? chat() : submission()));
  },
});
