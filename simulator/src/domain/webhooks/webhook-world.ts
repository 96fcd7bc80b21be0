import type { ServiceNames } from '@gateproof/spec';
import type { WebhookBehaviour } from '../../behaviour/webhooks.ts';
import type { WebhookEndpoint } from '../../records/webhook-endpoint.ts';
import type { Account } from '../../tenants/account.ts';
import type { WebhookSender } from '../../transport/webhook-sender.ts';
import type { Delivery } from './delivery.ts';

/** What deliveries need of the world. */
export interface WebhookWorld {
  readonly behaviour: WebhookBehaviour;
  readonly sender: WebhookSender;
  readonly names: ServiceNames;
  /** All accounts, for behaviours that look beyond the job's own. */
  everyone(): Iterable<Account>;
  /** Keeps a delivery as it is now. */
  keep(account: Account, delivery: Delivery): Promise<void>;
  /** Endpoints that get every account's events besides, without the rules for registered ones. */
  readonly forwardTo: readonly WebhookEndpoint[];
}
