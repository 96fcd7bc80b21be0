import { type Check, controlServed, defineCheck, expectRefusal, expectServed, SetupFailed } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { every } from './every.ts';
import { streamWords } from './field-words.ts';
import { mediaModel } from './held-jobs.ts';
import { keyedWithNotes } from './keyed-with-notes.ts';
import { type MediaRoute, sendSubmission, submitJob } from './media-jobs.ts';

/** A trouble of the gateway's own: reported by its code while it holds, and gone afterwards. */
export function troubleChecks(
  rules: { readonly refused: string; readonly recovered: string },
  trouble: 'internalFailure' | 'staleConfiguration',
  code: 'internal_error' | 'snapshot_expired',
): readonly Check[] {
  const refused = defineCheck({
    rule: rules.refused,
    ...every<'chat' | 'stream' | MediaRoute>('chat', 'stream', 'image', 'transcription'),
    async decide(world, what) {
      const account = await world.account();
      if (what === 'image' || what === 'transcription') {
        const media = await mediaModel(account, what);
        await submitJob(account.key, media);
        await account.setTrouble({ [trouble]: true });
        expectRefusal(world, await sendSubmission(account.key, media), code);
        const { idempotencyKey = '' } = keyedWithNotes(world);
        return void expectRefusal(world, await sendSubmission(account.key, media, {}, { idempotencyKey }), code);
      }
      const model = await account.usableModel();
      const body = { model: model.id, messages: hello, stream: what === 'stream' };
      controlServed(await account.key.chat(body));
      await account.setTrouble({ [trouble]: true });
      expectRefusal(world, await account.key.chat(body), code);
      expectRefusal(world, await account.key.chat(body, keyedWithNotes(world)), code);
    },
  });
  const recovered = defineCheck({
    rule: rules.recovered,
    ...every(false, true),
    describe: streamWords,
    async decide(world, stream) {
      const account = await world.account();
      const model = await account.usableModel();
      const body = { model: model.id, messages: hello, stream };
      await account.setTrouble({ [trouble]: true });
      const during = await account.key.chat(body);
      if (during.response?.status === 200)
        throw new SetupFailed('the trouble did not arise', { exchanges: [during.id] });
      await account.setTrouble({ [trouble]: false });
      expectServed(world, await account.key.chat(body));
    },
  });
  return [refused, recovered];
}
