import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import type { MediaRoute } from '../../support/media-jobs.ts';
import { expectSignedBy } from '../../support/signatures.ts';
import { firstAttempt, listen } from '../../support/webhooks.ts';

export default defineCheck({
  rule: 'signature.value.failed-job',
  ...every<readonly ['failed' | 'canceled', MediaRoute]>(
    ['failed', 'image'],
    ['canceled', 'image'],
    ['failed', 'transcription'],
    ['canceled', 'transcription'],
  ),
  async decide(world, [state, route]) {
    const listening = await listen(world);
    const { delivery } = await firstAttempt(world, listening, { state, route });
    expectSignedBy(world, delivery.exchange, listening.webhook.secrets()[0], "the endpoint's secret");
  },
});
