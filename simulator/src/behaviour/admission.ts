import { addressInRanges } from '../domain/admission/address-in-ranges.ts';
import type { Caller, RunRequest } from '../domain/admission/admission-request.ts';
import { countTokens } from '../domain/admission/count-tokens.ts';
import { monthOf } from '../tenants/api-key.ts';
import type { Model } from '../tenants/model.ts';

/** What is looked at before anything runs, and in which order (Authentication, 3 to 6; Errors › Codes). */
export interface AdmissionBehaviour {
  /** Checks of every request, in the order in which they are made. */
  readonly requestOrder: readonly RequestStep[];
  /** Checks of a request that runs a model, in their order. */
  readonly runOrder: readonly RunStep[];
  isAddressAllowed(address: string, ranges: readonly string[]): boolean;
  /** Whether the key's model set lets it use the model. */
  isModelAllowed(modelId: string, allowed: readonly string[]): boolean;
  /** Whether a forbidden fallback model refuses the whole request, or is skipped. */
  readonly forbiddenFallback: 'refuse' | 'skip';
  /** Cost in USD that counts against the cap and the credit before the request runs. */
  isOverCap(caller: Caller, costUsd: number): boolean;
  isOutOfCredit(caller: Caller, costUsd: number): boolean;
  /** Requests within a window beyond the limit are refused. */
  isOverRate(recentCount: number, limit: number): boolean;
  /** Wait that a rate-limited caller is told, given the ms until the window has room. */
  retryAfterMs(untilRoomMs: number): number | undefined;
  looserRetention(request: RunRequest): boolean;
  otherRegion(request: RunRequest): boolean;
  unsupportedFeature(request: RunRequest): string | undefined;
  /** Names of the request's filters that exclude every endpoint. */
  excludingFilters(request: RunRequest): readonly string[];
  isTooLong(body: Readonly<Record<string, unknown>>, model: Model): boolean;
  /** Which refusals leave a mark on an upstream or in the ledger before they are made: none. */
  readonly runsBeforeRefusal: ReadonlySet<RunStep>;
}

export type RequestStep = 'address' | 'rate' | 'snapshot' | 'internal';
export type RunStep = 'model' | 'key-models' | 'policy' | 'capability' | 'filters' | 'context' | 'credit' | 'cap';

export const referenceAdmission: AdmissionBehaviour = {
  requestOrder: ['address', 'rate', 'snapshot', 'internal'],
  runOrder: ['capability', 'model', 'key-models', 'policy', 'filters', 'credit', 'cap', 'context'],
  isAddressAllowed: addressInRanges,
  isModelAllowed: (modelId, allowed) => allowed.includes(modelId),
  forbiddenFallback: 'refuse',
  isOverCap({ account, key }, costUsd) {
    const cap = key.restrictions.monthlyCapUsd;
    if (cap === undefined) return false;
    return (key.spentUsd.get(monthOf(account.clock.now())) ?? 0) + costUsd > cap;
  },
  isOutOfCredit: ({ account }) => account.creditUsd <= 0,
  isOverRate: (recentCount, limit) => recentCount >= limit,
  retryAfterMs: (untilRoomMs) => Math.max(1, Math.ceil(untilRoomMs)),
  looserRetention: ({ service }) => service.retention === 'long',
  otherRegion: ({ service }) => service.region !== undefined && service.region !== 'home',
  unsupportedFeature: ({ body }) => (body.audio === undefined ? undefined : 'audio'),
  excludingFilters: ({ provider }) =>
    Array.isArray(provider.only) && provider.only.length > 0 ? ['provider.only'] : [],
  isTooLong: (body, model) => countTokens(body.messages) > model.contextWindow,
  runsBeforeRefusal: new Set(),
};
