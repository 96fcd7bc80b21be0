import { addressInRanges } from '../network/address-in-ranges.ts';
import { monthOf } from '../records/api-key.ts';
import type { Model } from '../records/model.ts';
import type { Caller, RunRequest } from '../tenants/admission-request.ts';
import { countTokens } from '../text/count-tokens.ts';

/** What is looked at before anything runs, and in which order (Authentication, 3 to 6; Errors › Codes). */
export interface AdmissionBehaviour {
  /** Checks of every request, in the order in which they are made. */
  requestSteps(caller: Caller): readonly RequestStep[];
  /** Checks of a request that runs a model, in their order. */
  runSteps(caller: Caller, request: RunRequest): readonly RunStep[];
  isAddressAllowed(caller: Caller, ranges: readonly string[]): boolean;
  /** Requests within a window beyond the limit are refused. */
  isOverRate(recentCount: number, limit: number): boolean;
  /** Wait that is stated to a rate-limited caller, given the ms until the window has room. */
  retryAfterMs(untilRoomMs: number): number | undefined;
  /** Whether the route runs models of this modality. */
  isServed(kind: RunRequest['kind'], model: Model): boolean;
  /** The code for ids that no model has; undefined: those that are known may serve. */
  unknownModel(request: RunRequest, unknownIds: readonly string[]): string | undefined;
  /** The name of a preset that the request names and whose model does not exist; undefined: none. */
  presetWithoutModel(request: RunRequest): string | undefined;
  /** Whether the key's model set lets it use the model. `place` 0 is the requested model, the others are fallbacks. */
  isModelAllowed(modelId: string, allowed: readonly string[], caller: Caller, place: number): boolean;
  /** Whether a forbidden fallback model refuses the whole request, or is skipped. */
  readonly forbiddenFallback: 'refuse' | 'skip';
  /** `costUsd`: what the request would cost at most. */
  isOverCap(caller: Caller, costUsd: number): boolean;
  /** A feature that the API does not offer, by the name of its field. */
  unsupportedFeature(request: RunRequest): string | undefined;
  /** Names of the request's filters that exclude every endpoint. */
  excludingFilters(request: RunRequest): readonly string[];
  isTooLong(body: Readonly<Record<string, unknown>>, model: Model): boolean;
}

/** `credit` and `cap` are steps of runs in the reference: reads are not billable. */
export type RequestStep = 'address' | 'rate' | 'snapshot' | 'internal' | 'credit' | 'cap';
export type RunStep = 'model' | 'key-models' | 'policy' | 'capability' | 'filters' | 'context' | 'credit' | 'cap';

/** The simulator's one preset, whose model is gone. */
const retiredPreset = 'retired';

const modalities = { chat: 'text', image: 'image', transcription: 'audio_stt' } as const;

const requestSteps: readonly RequestStep[] = ['address', 'rate', 'snapshot', 'internal'];
const beforeMoney = ['capability', 'model', 'key-models', 'policy', 'filters'] as const;
const runSteps: readonly RunStep[] = [...beforeMoney, 'credit', 'cap', 'context'];

export const referenceAdmission: AdmissionBehaviour = {
  requestSteps: () => requestSteps,
  runSteps: () => runSteps,
  isAddressAllowed: ({ address }, ranges) => addressInRanges(address, ranges),
  isOverRate: (recentCount, limit) => recentCount >= limit,
  retryAfterMs: (untilRoomMs) => Math.max(1, Math.ceil(untilRoomMs)),
  isServed: (kind, { modality }) => modality === modalities[kind],
  unknownModel: ({ modelIds }, unknownIds) =>
    unknownIds.length === modelIds.length ? 'no_endpoint_available' : undefined,
  presetWithoutModel: ({ service: { preset } }) => (preset === retiredPreset ? retiredPreset : undefined),
  isModelAllowed: (modelId, allowed) => allowed.includes(modelId),
  forbiddenFallback: 'refuse',
  isOverCap({ account, key }, costUsd) {
    const cap = key.restrictions.monthlyCapUsd;
    if (cap === undefined) return false;
    return (key.spentUsd.get(monthOf(account.clock.now())) ?? 0) + costUsd > cap;
  },
  unsupportedFeature: ({ body }) => (body.audio === undefined || body.audio === null ? undefined : 'audio'),
  excludingFilters: ({ provider }) =>
    Array.isArray(provider.only) && provider.only.length > 0 ? ['provider.only'] : [],
  isTooLong: (body, model) => countTokens(body.messages) > model.contextWindow,
};
