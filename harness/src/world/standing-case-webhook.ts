import { NotArranged } from '../check/setup-failed.ts';
import type { WebhookEndpoint } from '../receiver/webhook-endpoint.ts';
import type { StandingWebhook } from '../testbed/testbed.ts';
import type { CaseScope } from './case-scope.ts';

/** Lets one case receive at an endpoint that the target had before the run. */
export function openStandingWebhook(scope: CaseScope, standing: StandingWebhook): WebhookEndpoint {
  const { url, secret, previousSecret } = standing;
  const place = standing.open(scope.recorder);
  scope.onClose(() => standing.close(place));
  const all = previousSecret === undefined ? [secret] : [secret, previousSecret];
  for (const one of all) scope.means.redactor.add(one, 'SECRET');
  const { signingKey } = scope.means.testbed.facts;
  place.facts = { url, secrets: all, signingKey, wasRotated: previousSecret !== undefined, timesAdded: 1 };
  // A rotation that was made before the run is shown as if it came when the case asks for it; deliveries are judged by what is true all along.
  let isShown = previousSecret === undefined;
  const refuse = (what: string) => new NotArranged(`a static profile can not ${what}`);
  return {
    id: url,
    url,
    secrets: () => (isShown || previousSecret === undefined ? all : [previousSecret]),
    answer: (...answers) => place.answer(...answers),
    release: () => place.release(),
    shut: async () => Promise.reject(refuse('shut a receiver')),
    reopen: async () => Promise.reject(refuse('shut a receiver')),
    deliveries: () => place.deliveries(),
    received: (count, limitMs) => place.received(count, limitMs),
    async rotate() {
      if (isShown) throw refuse('rotate a secret');
      isShown = true;
      return secret;
    },
    retirePrevious: async () => Promise.reject(refuse('retire a secret')),
    addAgain: async () => Promise.reject(refuse('add it once more')),
    remove: async () => Promise.reject(refuse('remove a webhook endpoint')),
  };
}
