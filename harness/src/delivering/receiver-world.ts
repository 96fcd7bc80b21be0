import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Delivery, EventType, WebhookEvent } from './delivery.ts';
import type { RetryPatience } from './retry-patience.ts';

/** What one case sees of a webhook receiver under test. */
export interface ReceiverWorld extends CaseWorld {
  /** The service prefix (`svc`). */
  readonly prefix: string;
  /** The secrets that the receiver was given, the newest first. */
  readonly secrets: readonly string[];
  /** The secret of another endpoint of the same receiver. Throws `NotExercised` where none was given. */
  otherSecret(): string;
  /** False where the receiver was seen to let deliveries that arrive together wait for one another, or to turn some of them away. */
  readonly takesMany: boolean;
  /** True where the receiver was seen to turn some away of many that arrived together. */
  readonly turnsAway: boolean;
  /** Of the run, for what is turned away. */
  readonly retries: RetryPatience;
  /** How far the receiver's clock may be from ours without our knowing, in whole seconds: 0 on this machine. */
  readonly clockMarginS: number;
  /** Seconds since the epoch on the receiver's clock, with fractions. */
  nowS(): number;
  /** Waits until the current second is between these fractions old (0 to 1), so that what is sent now arrives within the same second. */
  untilFraction(from: number, to: number): Promise<void>;
  /** Waits so long on our clock, in ms. */
  pause(ms: number): Promise<void>;
  /**
   * Restarts the receiver, while no other case is under way, and waits until it answers again; `before` is done just before the restart. Throws `NotExercised`
   * where no command for that was given, `SetupFailed` when it fails.
   */
  restart(before?: () => Promise<void>): Promise<void>;
  /** Does this while no other case is under way. */
  alone(work: () => Promise<void>): Promise<void>;
  /** A fresh genuine event. */
  event(type?: EventType): WebhookEvent;
  /** Sends one delivery and records the exchange. Never throws for what the receiver does. */
  deliver(delivery: Delivery): Promise<Exchange>;
  /**
   * How many effects each of the events had, by the observer, once `sentinel` has had one: what was to happen before it has happened.
   * Those that have none by then are waited for as the sentinel is, unless `mayBeNone` says that they need not have one.
   * Throws `NotExercised` without an observer, `SetupFailed` when the observer can't be read or the sentinel has no effect within a minute.
   */
  effects(
    events: readonly WebhookEvent[],
    sentinel: WebhookEvent,
    how?: { readonly mayBeNone?: boolean },
  ): Promise<readonly number[]>;
}
