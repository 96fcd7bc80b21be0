import { NotArranged, SetupFailed } from '../check/setup-failed.ts';
import type { ReopenableListener } from '../receiver/reopenable-listener.ts';
import type { WebhookEndpoint } from '../receiver/webhook-endpoint.ts';
import type { Registration, TestbedAccount } from '../testbed/testbed.ts';
import type { CaseScope } from './case-scope.ts';
import { refusalReason } from './refusal-reason.ts';
import type { WebhookOptions } from './world.ts';

/**
 * Registers an endpoint of the run's receiver for one case. Throws `NotArranged` when the target refuses its URL and says why, for a gateway may have
 * reasons of its own (freedom F149), and `SetupFailed` when it says nothing.
 */
export async function openCaseWebhook(
  scope: CaseScope,
  testbed: TestbedAccount,
  options: Pick<WebhookOptions, 'path' | 'ownPort'>,
): Promise<WebhookEndpoint> {
  const receiver = await scope.means.receiver();
  const place = receiver.endpoint(scope.recorder, options);
  scope.onClose(() => receiver.remove(place));
  const own = options.ownPort === true ? await receiver.openListener() : undefined;
  if (own !== undefined) scope.onClose(() => void own.listener.shut());
  const request = { url: place.url, connect_to: own?.connectTo ?? receiver.connectTo, ca: receiver.ca };
  const registered = await testbed.registerWebhook(request);
  if (!registered.accepted) throw refusedUrl(place.url, registered);
  let { id } = registered;
  const { secret } = registered;
  const take = (fresh: string) => scope.means.redactor.add(fresh, 'SECRET');
  take(secret);
  let secrets: readonly string[] = [secret];
  const { signingKey } = scope.means.testbed.facts;
  let facts = { url: place.url, secrets: [secret], signingKey, wasRotated: false, timesAdded: 1 };
  place.facts = facts;
  return {
    get id() {
      return id;
    },
    url: place.url,
    secrets: () => secrets,
    answer: (...answers) => place.answer(...answers),
    release: () => place.release(),
    shut: () => listenerOf(own).shut(),
    // Any program may have been given the port meanwhile, for a connection of its own.
    reopen: () =>
      listenerOf(own)
        .reopen()
        .catch(() => Promise.reject(new NotArranged('the port of a receiver that was shut is taken'))),
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
    async addAgain() {
      await testbed.removeWebhook(id);
      const again = await testbed.registerWebhook(request);
      if (!again.accepted) throw refusedUrl(place.url, again);
      id = again.id;
      take(again.secret);
      const all = [again.secret, ...facts.secrets];
      facts = { ...facts, secrets: all, timesAdded: facts.timesAdded + 1 };
      place.facts = facts;
      secrets = [again.secret];
      return again.secret;
    },
    remove: () => testbed.removeWebhook(id),
  };
}

function refusedUrl(url: string, registered: Registration & { readonly accepted: false }): Error {
  const why = refusalReason(registered);
  if (why !== undefined) return new NotArranged(`the target refuses the webhook URL ${url}: ${why}`);
  const what = `the target refused the webhook URL ${url} with ${registered.status}: ${registered.body}`;
  return new SetupFailed(what, { prerequisite: 'webhook.registration.accepted' });
}

function listenerOf(own: { readonly listener: ReopenableListener } | undefined): ReopenableListener {
  if (own === undefined) throw new NotArranged('an endpoint without a port of its own can not be shut');
  return own.listener;
}
