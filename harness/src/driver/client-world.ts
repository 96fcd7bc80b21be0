import type { DriverAnswer, DriverFeature, DriverOperation } from '@gateproof/spec';
import type { CaseWorld } from '../check/case-world.ts';
import type { AnswerClient, ClientRequest } from '../scripted-gateway/scripted-answer.ts';
import type { Caller } from '../scripted-gateway/scripted-gateway.ts';

/** Of one call of the client. */
export interface ClientCallOptions {
  readonly idempotencyKey?: string;
  /** Default: the run's limit of a call. */
  readonly limitMs?: number;
  /** When it fires, the caller gives the call up. Needs the feature `abort`. */
  readonly signal?: AbortSignal;
  /** Whose API key is given. Default: the first caller's. */
  readonly key?: Caller;
}

/**
 * Lets the client do something for its caller. Throws `NotArranged` when the driver does not support the operation, `SetupFailed` when the
 * driver dies or prints garbage, `DriverSilent` when it gives no answer in time.
 */
export type CallClient = (
  operation: DriverOperation,
  params: Readonly<Record<string, unknown>>,
  options?: ClientCallOptions,
) => Promise<DriverAnswer>;

/** What one case sees of a client SDK under test: the driver that speaks for its caller, and the gateway that it talks to. */
export interface ClientWorld extends CaseWorld {
  /** The service prefix (`svc`). */
  readonly prefix: string;
  /** Sets how the gateway answers the client. */
  answer(decide: AnswerClient): void;
  /** What the gateway has seen so far, in order. */
  requests(): readonly ClientRequest[];
  /** Whether the driver can be asked for this. */
  supports(operation: DriverOperation): boolean;
  /** Throws `NotArranged` when the driver does not name one of these. */
  needs(...features: readonly DriverFeature[]): void;
  /** Whether the driver names this feature. */
  takes(feature: DriverFeature): boolean;
  /** The API keys of the case's first two callers. */
  readonly apiKeys: Readonly<Record<'first' | 'second', string>>;
  apiKeyOf(caller: Caller): string;
  readonly call: CallClient;
  /** Keeps one driver for all calls of `use`, so that they share what one client remembers. At the same time they need the feature `concurrent`. */
  onOneClient<T>(use: (call: CallClient) => Promise<T>): Promise<T>;
  /** Seconds since the epoch, with fractions. */
  nowS(): number;
  untilFraction(from: number, to: number): Promise<void>;
  pause(ms: number): Promise<void>;
}
