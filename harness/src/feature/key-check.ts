import { errorTable } from '@gateproof/spec';
import { codeOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { isAccepted } from './answers.ts';
import { type Feature, shownByEach } from './feature.ts';

/** The contract's refusal of a key, and another that servers are wont to give. */
const refusals: readonly (number | undefined)[] = [401, 403];

/** API keys are looked at. Which key is wrong does not show in an exchange; that a rule about wrong keys is broken by an accepted one does. */
export const keyCheck: Feature = {
  id: 'key-check',
  harm: 'access',
  sentence: () => 'The API key is not checked: requests with a wrong key, or with none, are served.',
  rules: [
    'auth.key.',
    'auth.scheme.',
    'auth.route.chat',
    'auth.route.image',
    'auth.route.transcription',
    'auth.route.model-list',
    'stream.early.missing-key',
    'idempotency.refused.foreign-key',
  ],
  ...shownByEach((exchange) => {
    if (likelyRouteOf(exchange) === undefined) return undefined;
    // A 403 of the contract is about what the key may do.
    const code = codeOf(exchange);
    if (code !== undefined && code !== 'unauthorized' && errorTable.has(code)) return undefined;
    if (refusals.includes(exchange.response?.status)) return 'works';
    return isAccepted(exchange) ? 'missing' : undefined;
  }),
};
