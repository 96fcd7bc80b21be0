import { patch } from '@gateproof/simulator';
import { GatewayError } from '@gateproof/simulator/behaviour';
import type { NullFeature } from './null-feature.ts';

const ofErrors = 'it covers errors, and there are some';
const ofRegistration = 'an endpoint is registered beside the routes';

/** All that the gateway does for its clients: where every request is refused, no rule about anything but refusals may pass. */
export const serviceFeature: NullFeature = {
  id: 'service',
  without: 'every request is refused as invalid',
  takeOut: patch('exchanges', {
    refusal: () => new GatewayError('invalid_request', 'Nothing is served.', { scope: 'request' }),
  }),
  rules: [''],
  hold: {
    'error.envelope.': ofErrors,
    'error.code.': ofErrors,
    'error.header.': ofErrors,
    'error.request-id.': ofErrors,
    'error.type.': ofErrors,
    'error.message.no-internals': ofErrors,
    'error.unknown-route.envelope': ofErrors,
    'webhook.registration.': ofRegistration,
    'signature.secret.': ofRegistration,
    'rotation.': ofRegistration,
  },
};
