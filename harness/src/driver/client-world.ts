import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import type { CaseWorld } from '../check/case-world.ts';
import type { AnswerClient, ClientRequest } from '../scripted-gateway/scripted-answer.ts';

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
  /**
   * Lets the client do something for its caller. Throws `NotArranged` when the driver does not support the operation, `SetupFailed` when the
   * driver dies or prints garbage, `DriverSilent` when it gives no answer within `limitMs` (default: the run's limit of a call).
   */
  call(
    operation: DriverOperation,
    params: Readonly<Record<string, unknown>>,
    options?: { readonly idempotencyKey?: string; readonly limitMs?: number },
  ): Promise<DriverAnswer>;
  /** Seconds since the epoch, with fractions. */
  nowS(): number;
  untilFraction(from: number, to: number): Promise<void>;
  pause(ms: number): Promise<void>;
}
