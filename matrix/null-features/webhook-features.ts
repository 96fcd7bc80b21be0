import { patch } from '@gateproof/simulator';
import type { NullFeature } from './null-feature.ts';

/** Features of webhook deliveries. */
export const webhookFeatures: readonly NullFeature[] = [
  {
    id: 'deliveries',
    without: 'no event is ever sent',
    takeOut: patch('webhooks', { recipients: () => [] }),
    rules: [
      'webhook.',
      'signature.',
      'rotation.',
      'auth.delivery.',
      'job.delivery.',
      'job.zdr.event',
      'version.signature.',
    ],
  },
  {
    id: 'delivery-retries',
    without: 'each delivery is attempted once',
    takeOut: patch('webhooks', { isRetried: () => false }),
    rules: [
      'webhook.failure.',
      'webhook.schedule.',
      'webhook.id.',
      'webhook.acknowledged.',
      'webhook.data.same-on-retry',
      'webhook.recipient.',
      'webhook.redirect.',
      'webhook.endpoint.removed',
      'signature.value.on-retry',
      'signature.time.fresh-on-retry',
      'rotation.retry.',
      'rotation.retired-secret.absent-on-retry',
      'job.delivery.',
    ],
  },
  {
    id: 'rotation',
    without: 'a rotation changes nothing',
    takeOut: patch('webhooks', { rotate: (secrets) => secrets, retire: (secrets) => secrets }),
    rules: ['rotation.'],
  },
  {
    id: 'signatures',
    without: 'no delivery is signed',
    takeOut: patch('webhooks', ({ headers }) => ({
      headers(facts) {
        const { [facts.names.signatureHeader]: _, ...sent } = headers(facts);
        return sent;
      },
    })),
    rules: ['signature.', 'rotation.', 'webhook.delivery.signature-present', 'auth.delivery.', 'version.signature.'],
  },
  {
    id: 'registration',
    without: 'any URL is registered',
    takeOut: patch('webhooks', { urlProblem: () => undefined }),
    rules: ['webhook.registration.'],
  },
];
