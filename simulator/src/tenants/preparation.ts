import type { FaultRule } from '../faults/fault-rule.ts';
import type { KeyRestrictions } from '../records/api-key.ts';
import type { Model } from '../records/model.ts';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Replies } from '../replies/reply-rule.ts';

/** What was arranged for an account, apart from what has happened in it. */
export interface Preparation {
  readonly creditUsd: number;
  /** In the order in which they were made. */
  readonly keys: readonly { readonly restrictions: KeyRestrictions; readonly deleted: boolean }[];
  readonly models: readonly Model[];
  readonly rateLimit: { readonly requests: number; readonly windowMs: number } | null;
  readonly trouble: { readonly staleConfiguration: boolean; readonly internalFailure: boolean };
  readonly webhooks: readonly WebhookEndpoint[];
  readonly faults: readonly FaultRule[];
  /** Undefined: it has no canned replies. */
  readonly replies: Replies | undefined;
  /** How far the clock is ahead of the machine's. */
  readonly offsetMs: number;
}
