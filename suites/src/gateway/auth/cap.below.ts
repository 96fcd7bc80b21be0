import { controlServed, defineCheck, type World } from '@gateproof/harness';
import fc from 'fast-check';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { sendSubmission, untilState } from '../../support/media-jobs.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { submit } from '../../support/submissions.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

interface Spending {
  readonly priceUsd: number;
  readonly requests: number;
  /** A request that comes again and again under one idempotency key, which runs and costs once. */
  readonly again?: 'chat' | 'image';
}

/** Four times more than what is spent would be at the cap, were each of them counted. */
const repeats = 4;

async function expectCountedOnce(world: World, { priceUsd }: Spending, again: 'chat' | 'image'): Promise<void> {
  const account = await world.account();
  const key = await account.newKey({ monthly_cap_usd: priceUsd * (repeats + 0.9) });
  const idempotencyKey = world.unique('key');
  const model = await account.model({ modality: again === 'chat' ? 'text' : 'image', priceUsd });
  // Where keys are not read, the repeats are requests of their own.
  await controlKeysWork(world, account.key, model);
  if (again === 'chat') {
    controlServed(await chatUnder(key, model, idempotencyKey));
    for (let count = 0; count < repeats; count += 1) await chatUnder(key, model, idempotencyKey);
    return expectServedTo(world, key, account.key, (by) => submit('chat', by, model));
  }
  const { id } = controlServed(await sendSubmission(key, model, {}, { idempotencyKey }));
  await untilState(world, key, String(id), 'succeeded');
  for (let count = 0; count < repeats; count += 1) await sendSubmission(key, model, {}, { idempotencyKey });
  await expectServedTo(world, key, account.key, (by) => submit('image', by, model));
}

export default defineCheck({
  rule: 'auth.cap.below',
  input: fc.record<Spending>({
    priceUsd: fc.constantFrom(0.01, 0.5, 1),
    requests: fc.integer({ min: 1, max: 4 }),
  }),
  examples: [
    { priceUsd: 1, requests: 1, again: 'chat' },
    { priceUsd: 0.5, requests: 1, again: 'image' },
  ],
  cases: 5,
  async decide(world, spending) {
    const { priceUsd, requests, again } = spending;
    if (again !== undefined) return expectCountedOnce(world, spending, again);
    const account = await world.account();
    const model = await account.model({ priceUsd });
    const key = await account.newKey({ monthly_cap_usd: priceUsd * 20 });
    const expectChat = (extra: object) =>
      expectServedTo(world, key, account.key, (by) => submit('chat', by, model, extra));
    for (let count = 0; count < requests; count += 1) await expectChat({});
    await expectChat({ stream: true });
    if (!world.claims('jobs')) return;
    const image = await account.model({ modality: 'image', priceUsd });
    await expectServedTo(world, key, account.key, (by) => submit('image', by, image));
  },
});
