import type { FaultRule } from '../faults/fault-rule.ts';

/** `PUT /accounts/{account}/faults`: replaces all faults of the account; counters start at zero, gates are closed again. */
export interface FaultsRequest {
  readonly faults: readonly FaultRule[];
}

/** A fault as it is reported. */
export interface ReportedFault extends FaultRule {
  readonly id: string;
  /** The fault in words. */
  readonly description: string;
  /** Matching requests so far. */
  readonly seen: number;
  /** Those on which it acted. */
  readonly acted: number;
}

/** Answer of `PUT` and `GET /accounts/{account}/faults`. */
export interface FaultsAnswer {
  readonly faults: readonly ReportedFault[];
}

/** Answer of `GET /accounts/{account}/effects`: what ran and what was charged, in the order in which requests were admitted. */
export interface EffectsAnswer {
  readonly effects: readonly ReportedEffect[];
  /** The sums for each Idempotency-Key that was sent. */
  readonly keys: readonly {
    readonly idempotency_key: string;
    readonly requests: number;
    readonly generations: number;
    readonly charged_usd: number;
  }[];
  readonly generations: number;
  readonly charged_usd: number;
}

/** What one admitted request did. */
export interface ReportedEffect {
  readonly request_id: string;
  readonly idempotency_key: string | null;
  /** How its answer went out. */
  readonly answer: 'open' | 'whole' | 'lost';
  /** What ran for it; null when nothing did, for example because its key had a result. */
  readonly ran: {
    readonly generation_id: string;
    readonly kind: 'chat' | 'job';
    readonly model: string;
    readonly state: 'running' | 'ended';
    readonly error_code: string | null;
    readonly charged_usd: number;
  } | null;
}
