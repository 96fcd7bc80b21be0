import { SetupFailed, type WebhookEndpoint } from '@gateproof/harness';

/** Rotates the secret of an endpoint and returns the new one; `SetupFailed` when it is the one before. */
export async function freshSecret(webhook: WebhookEndpoint): Promise<string> {
  const [previous] = webhook.secrets();
  const fresh = await webhook.rotate();
  if (fresh !== previous) return fresh;
  throw new SetupFailed('a rotation makes no new secret', { prerequisite: 'rotation.distinct-secret' });
}
