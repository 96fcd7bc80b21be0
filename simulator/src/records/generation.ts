/** A generation as it is recorded: what ran, what it cost, how it ended. */
export interface Generation {
  readonly id: string;
  readonly kind: 'chat' | 'job';
  /** The request that it ran for; undefined where that is not known. */
  readonly requestId?: string;
  /** The model that served, or the requested one. */
  model: string;
  chargedUsd: number;
  errorCode: string | null;
  /** Whether it is over: served, failed or canceled. */
  hasEnded?: boolean;
}
