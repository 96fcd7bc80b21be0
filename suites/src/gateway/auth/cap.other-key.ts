import { type Account, controlRefused, controlServed, defineCheck, expectServed, type Model } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** One key is at its cap; the other still is not. */
async function otherAtItsCap(account: Account, model: Model): Promise<void> {
  controlRefused(await submit('chat', await account.cappedKey(model), model), 'auth.cap.chat');
}

/** The account's other key has spent more than the cap of this one. */
async function otherHasSpent(account: Account, model: Model): Promise<void> {
  for (let sent = 0; sent < 3; sent += 1) controlServed(await submit('chat', account.key, model));
}

export default defineCheck({
  rule: 'auth.cap.other-key',
  ...every<'the first key' | 'a second capped key' | Submission>(
    'the first key',
    'a second capped key',
    'chat',
    'image',
    'transcription',
  ),
  async decide(world, other) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    if (other !== 'the first key' && other !== 'a second capped key') {
      const capped = await account.newKey({ monthly_cap_usd: 2.9 });
      await otherHasSpent(account, model);
      const asked = other === 'chat' ? model : await account.model({ modality: modalityOf[other], priceUsd: 1 });
      return expectServedTo(world, capped, account.key, (by) => submit(other, by, asked));
    }
    const free = other === 'the first key' ? account.key : await account.newKey({ monthly_cap_usd: 50 });
    controlServed(await submit('chat', free, model));
    await otherAtItsCap(account, model);
    expectServed(world, await submit('chat', free, model));
  },
});
