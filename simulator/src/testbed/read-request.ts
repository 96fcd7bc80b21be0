import type { ModelModality } from '@gateproof/spec';
import { GatewayError } from '../errors/gateway-error.ts';
import { isCidr } from '../network/address-in-ranges.ts';
import type { KeyRestrictions } from '../records/api-key.ts';
import type { Model } from '../records/model.ts';
import type { Account, RateLimit } from '../tenants/account.ts';

type Body = Readonly<Record<string, unknown>>;

const modalities: readonly unknown[] = ['text', 'embeddings', 'image', 'video', 'audio_tts', 'audio_stt', 'music'];
const defaultContextWindow = 128_000;
const defaultPriceUsd = 0.01;

function invalid(field: string, wanted: string): GatewayError {
  return new GatewayError('invalid_request', `${field}: ${wanted}.`, { scope: 'request' });
}

/** A number of the body; undefined when it is left out. */
export function readNumber(body: Body, field: string): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw invalid(field, 'must be a number of at least 0');
  return value;
}

/** The last moment that the contract can write: a year has four digits. */
const latestMs = Date.UTC(9999, 11, 31);

/** How far a clock is to be moved, in ms. */
export function readAdvanceMs(body: Body, { clock }: Account): number {
  const ms = readNumber(body, 'ms') ?? 0;
  if (clock.now() + ms > latestMs) throw invalid('ms', 'must not lead beyond the year 9999');
  return ms;
}

function readStrings(body: Body, field: string): readonly string[] | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw invalid(field, 'must be an array of strings');
  return value;
}

/** The restrictions of a new key. */
export function readKeyRequest(body: Body): KeyRestrictions {
  const models = readStrings(body, 'models');
  const ipRanges = readStrings(body, 'ip_ranges');
  const wrong = ipRanges?.find((range) => !isCidr(range));
  if (wrong !== undefined) throw invalid('ip_ranges', `${wrong} is no CIDR range`);
  const monthlyCapUsd = readNumber(body, 'monthly_cap_usd');
  const expiresAtMs = typeof body.expires_at === 'string' ? Date.parse(body.expires_at) : undefined;
  if (Number.isNaN(expiresAtMs)) throw invalid('expires_at', 'must be an ISO 8601 date-time');
  return {
    ...(models === undefined ? {} : { models }),
    ...(ipRanges === undefined ? {} : { ipRanges }),
    ...(monthlyCapUsd === undefined ? {} : { monthlyCapUsd }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(body.policy === undefined ? {} : { policy: readPolicy(body.policy) }),
  };
}

function readPolicy(value: unknown): NonNullable<KeyRestrictions['policy']> {
  const { retention, region } = (value ?? {}) as { retention?: unknown; region?: unknown };
  return { ...(retention === 'strict' ? { retention } : {}), ...(region === 'home' ? { region } : {}) };
}

/** A new model of the account. */
export function readModelRequest(body: Body, account: Account): Model {
  const { modality } = body;
  if (!modalities.includes(modality)) throw invalid('modality', `must be one of ${modalities.join(', ')}`);
  const urls = readStrings(body, 'endpoints');
  if (urls === undefined || urls.length === 0) throw invalid('endpoints', 'must be a list of at least one base URL');
  const wrong = urls.find((url) => !URL.canParse(url));
  if (wrong !== undefined) throw invalid('endpoints', `${wrong} is no URL`);
  if (body.id !== undefined && (typeof body.id !== 'string' || !body.id.includes('/'))) {
    throw invalid('id', 'must be a string of the form author/slug');
  }
  return {
    id: body.id ?? `testbed/${account.ids.next('model-')}`,
    modality: modality as ModelModality,
    contextWindow: readNumber(body, 'context_window') ?? defaultContextWindow,
    priceUsd: readNumber(body, 'price_usd') ?? defaultPriceUsd,
    createdAtS: Math.floor(account.clock.now() / 1000),
    endpoints: urls.map((url) => ({ url: url.replace(/\/+$/, '') })),
  };
}

/** A rate limit, or null to lift it. */
export function readRateLimit(body: Body): RateLimit | null {
  if (body.limit === null) return null;
  const limit = (body.limit ?? {}) as Body;
  const requests = readNumber(limit, 'requests');
  const windowMs = readNumber(limit, 'window_ms');
  if (requests === undefined || windowMs === undefined)
    throw invalid('limit', 'must have requests and window_ms, or be null');
  return { requests, windowMs };
}

/** Which troubles hold; those left out stay as they are. */
export function readTrouble(body: Body, present: Account['trouble']): Account['trouble'] {
  const read = (field: string, value: boolean) => {
    const given = body[field];
    if (given !== undefined && typeof given !== 'boolean') throw invalid(field, 'must be true or false');
    return given ?? value;
  };
  return {
    staleConfiguration: read('stale_configuration', present.staleConfiguration),
    internalFailure: read('internal_failure', present.internalFailure),
  };
}
