import { defineCheck } from '@gateproof/harness';
import fc from 'fast-check';
import type { MediaRoute } from '../../support/media-jobs.ts';
import { expectSignedBy } from '../../support/signatures.ts';
import { firstAttempt, listen } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'signature.value.failed-job',
  input: fc.record({
    state: fc.constantFrom('failed' as const, 'canceled' as const),
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
  }),
  cases: 4,
  requestsPerCase: 20,
  async decide(world, { state, route }) {
    const listening = await listen(world);
    const { delivery } = await firstAttempt(world, listening, { state, route });
    expectSignedBy(world, delivery.exchange, listening.webhook.secrets()[0], "the endpoint's secret");
  },
});
