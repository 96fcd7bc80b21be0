import type { ReportedDelivery } from './delivery-protocol.ts';

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** How long is waited, in ms of real time: at most 60,000. Default 10,000. */
export interface WaitLimit {
  readonly timeoutMs?: number;
}

/**
 * Waits for one account. Each rejects with `ControlError` when its time is over (408, `wait_timeout`), with what was there instead, and at once
 * when it would wait in vain (409, `wait_in_vain`).
 */
export class WaitControl {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Until a job is in a state; `final`, the default, is any in which it stays. Resolves with the Job. */
  forJob(
    jobId: string,
    state: 'final' | 'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled' = 'final',
    limit: WaitLimit = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#call('GET', `/jobs/${encodeURIComponent(jobId)}/wait${query({ state }, limit)}`);
  }

  /** Until so many deliveries were acknowledged, or given up; with `attempted`, until so many attempts were made. */
  forDeliveries(
    count: number,
    { state = 'delivered', ...limit }: WaitLimit & { readonly state?: 'delivered' | 'given-up' | 'attempted' } = {},
  ): Promise<{ readonly deliveries: readonly ReportedDelivery[] }> {
    return this.#call('GET', `/deliveries/wait${query({ state, count: String(count) }, limit)}`);
  }

  /** Until something waits at the gate. */
  forGate(gate: string, limit: WaitLimit = {}): Promise<{ readonly gate: string; readonly waiting: number }> {
    return this.#call('GET', `/gates/${encodeURIComponent(gate)}/wait${query({}, limit)}`);
  }
}

function query(given: Readonly<Record<string, string>>, { timeoutMs }: WaitLimit): string {
  const all = { ...given, ...(timeoutMs === undefined ? {} : { timeout_ms: String(timeoutMs) }) };
  return `?${new URLSearchParams(all)}`;
}
