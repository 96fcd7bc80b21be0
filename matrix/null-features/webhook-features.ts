import { patch } from '@gateproof/simulator';
import type { NullFeature } from './null-feature.ts';

/** Features of webhook deliveries. */
export const webhookFeatures: readonly NullFeature[] = [
  {
    id: 'deliveries',
    without: 'no event is ever sent',
    takeOut: patch('webhooks', { recipients: () => [] }),
    rules: [
      'webhook.event.',
      'webhook.recipient.',
      'webhook.delivery.',
      'webhook.body.',
      'webhook.data.',
      'webhook.id.',
      'webhook.acknowledged.',
      'webhook.failure.',
      'webhook.redirect.',
      'webhook.schedule.',
      'webhook.endpoint.',
      'signature.header.',
      'signature.value.',
      'signature.time.',
      'signature.secret.own-endpoint',
      'rotation.*sign',
      'rotation.*signs',
      'rotation.*signatures',
      'rotation.every-delivery',
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
      'webhook.acknowledged.',
      'webhook.*on-retry',
      'webhook.endpoint.removed',
      'signature.*on-retry',
      'rotation.retry.',
      'rotation.retired-secret.absent-on-retry',
    ],
    hold: { 'webhook.schedule.first-at-once': 'it speaks of the first attempt alone' },
  },
  {
    id: 'events-of-failures',
    without: 'an event is sent for success alone',
    takeOut: patch('jobs', { announces: ({ stage }) => stage.state === 'succeeded' }),
    rules: [
      'webhook.event.failed',
      'webhook.event.canceled',
      'webhook.data.equals-read-failed',
      'webhook.data.equals-read-canceled',
      'signature.value.failed-job',
      'job.zdr.event',
    ],
  },
  {
    id: 'second-endpoints',
    without: 'the endpoint that was registered first gets every event',
    takeOut: patch('webhooks', ({ recipients }) => ({ recipients: (...facts) => recipients(...facts).slice(0, 1) })),
    rules: ['webhook.recipient.every-endpoint', 'webhook.recipient.independent', 'rotation.other-endpoint.untouched'],
  },
  {
    id: 'removal',
    without: 'an endpoint that is removed stays',
    takeOut: patch('webhooks', { remove: () => {} }),
    rules: ['webhook.endpoint.removed'],
  },
  {
    id: 'rotation',
    without: 'a rotation changes nothing',
    takeOut: patch('webhooks', { rotate: ({ secrets }) => secrets, retire: ({ secrets }) => secrets }),
    rules: ['rotation.'],
  },
  {
    id: 'signatures',
    without: 'no delivery is signed',
    takeOut: patch('webhooks', ({ message }) => ({
      message(...of) {
        const { headers, ...sent } = message(...of);
        const unsigned = Object.entries(headers).filter(([name]) => !name.endsWith('-Signature'));
        return { ...sent, headers: Object.fromEntries(unsigned) };
      },
    })),
    rules: [
      'signature.header.',
      'signature.value.',
      'signature.time.',
      'signature.secret.own-endpoint',
      'rotation.*sign',
      'rotation.*signs',
      'rotation.*signatures',
      'rotation.every-delivery',
      'webhook.delivery.signature-present',
      'auth.delivery.',
      'version.signature.',
    ],
  },
  {
    id: 'registration',
    without: 'any URL is registered',
    takeOut: patch('webhooks', { urlProblem: () => undefined }),
    rules: ['webhook.registration.'],
    hold: {
      'webhook.registration.accepted': 'it speaks of a URL that is registered',
      'webhook.registration.port-443': 'it speaks of a URL that is registered',
    },
  },
];
