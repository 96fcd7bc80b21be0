import type { AccountClock } from '../clock/account-clock.ts';
import type { IdGenerator } from '../ids/id-generator.ts';
import type { ApiKey } from '../records/api-key.ts';
import type { Generation } from '../records/generation.ts';
import type { Job } from '../records/job.ts';
import type { Model } from '../records/model.ts';
import { addUsd } from '../records/usd.ts';
import type { DeliveryRecord, WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Preparation } from './preparation.ts';
import type { Workbench } from './workbench.ts';

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

/** A delivery as its account knows it. */
export interface AccountDelivery {
  readonly record: DeliveryRecord;
  /** Makes one more attempt by hand. */
  again(): Promise<number | null>;
}

/** Everything that belongs to one tenant. Nothing in it is shared with another. */
export interface Account {
  readonly id: string;
  /** Its ids and replies follow from it. */
  readonly seed: string;
  /** How often it has been reset. */
  readonly epoch: number;
  /** What a reset makes of it; undefined: the account as any starts, with its first key. */
  readonly preparation: Preparation | undefined;
  readonly initialCreditUsd: number;
  readonly clock: AccountClock;
  readonly ids: IdGenerator;
  readonly keys: Map<string, ApiKey>;
  /** By id, in the order in which they are listed. */
  readonly models: Map<string, Model>;
  creditUsd: number;
  rateLimit: RateLimit | null;
  /** Times of the requests within the current window. */
  readonly recentRequests: number[];
  trouble: { readonly staleConfiguration: boolean; readonly internalFailure: boolean };
  /** The newest ones, oldest first. */
  readonly generations: Generation[];
  /** What those came to that are no longer kept. */
  dropped: { readonly generations: number; readonly chargedUsd: number };
  /** By id, in the order of submission. */
  readonly jobs: Map<string, Job>;
  /** By id, in the order of registration. */
  readonly webhooks: Map<string, WebhookEndpoint>;
  /** By id, in the order in which the events came about. */
  readonly deliveries: Map<string, AccountDelivery>;
  readonly workbench: Workbench;
}

/** Names an account between two resets: what is kept under this name is not found in the next world. */
export function worldIdOf({ id, epoch }: Account): string {
  return epoch === 0 ? id : `${id}/${epoch}`;
}

/** Charges a generation to the account's credit and to the key's month. */
export function charge(account: Account, key: ApiKey, generation: Generation, usd: number, month: string): void {
  if (usd === 0) return;
  generation.chargedUsd = addUsd(generation.chargedUsd, usd);
  account.creditUsd = addUsd(account.creditUsd, -usd);
  key.spentUsd.set(month, addUsd(key.spentUsd.get(month) ?? 0, usd));
}
