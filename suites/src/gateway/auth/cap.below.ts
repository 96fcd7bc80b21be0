import { defineCheck, expectServed } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

export default defineCheck({
  rule: 'auth.cap.below',
  input: fc.record({ priceUsd: fc.constantFrom(0.01, 0.5, 1), requests: fc.integer({ min: 1, max: 4 }) }),
  cases: 3,
  requestsPerCase: 6,
  async decide(world, { priceUsd, requests }) {
    const account = await world.account();
    const model = await account.model({ priceUsd });
    const key = await account.newKey({ monthly_cap_usd: priceUsd * 20 });
    for (let count = 0; count < requests; count += 1) expectServed(world, await submit('chat', key, model));
    expectServed(world, await submit('chat', key, model, { stream: true }));
    const image = await account.model({ modality: 'image', priceUsd });
    expectServed(world, await submit('image', key, image));
  },
});
