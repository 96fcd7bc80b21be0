import { SetupFailed } from '../check/setup-failed.ts';
import type { TestbedAccount } from '../testbed/testbed.ts';
import type { CaseScope } from './case-scope.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Registers an endpoint of the run's receiver for one case. Throws `SetupFailed` when the target refuses it. */
export async function openCaseWebhook(
  scope: CaseScope,
  testbed: TestbedAccount,
  options: { readonly path?: string; readonly ownName?: boolean },
): Promise<WebhookEndpoint> {
  const receiver = await scope.means.receiver();
  const place = receiver.endpoint(scope.recorder, options);
  scope.onClose(() => receiver.remove(place));
  const request = { url: place.url, connect_to: receiver.connectTo, ca: receiver.ca };
  const registered = await testbed.registerWebhook(request);
  if (!registered.accepted) {
    throw new SetupFailed(
      `the target refused the webhook URL ${place.url} with ${registered.status}: ${registered.body}`,
    );
  }
  const { id, secret } = registered;
  const take = (fresh: string) => scope.means.redactor.add(fresh, 'SECRET');
  take(secret);
  let secrets: readonly string[] = [secret];
  const facts = { url: place.url, secrets: [secret], wasRotated: false };
  place.facts = facts;
  return {
    id,
    url: place.url,
    secrets: () => secrets,
    answer: (...answers) => place.answer(...answers),
    release: () => place.release(),
    shut: () => place.shut(),
    reopen: () => place.reopen(),
    turnedAway: () => place.turnedAway,
    deliveries: () => place.deliveries(),
    received: (count, limitMs) => place.received(count, limitMs),
    async rotate() {
      facts.wasRotated = true;
      const fresh = await testbed.rotateSecret(id);
      facts.secrets.unshift(fresh);
      take(fresh);
      secrets = [fresh, ...secrets.slice(0, 1)];
      return fresh;
    },
    async retirePrevious() {
      await testbed.retireSecret(id);
      secrets = secrets.slice(0, 1);
    },
    remove: () => testbed.removeWebhook(id),
  };
}
