import type { RunClock } from '../../clock/run-clock.ts';

/** A gateway that the harness started itself: a command or a container. */
export interface Launched {
  /** Where it is reached, when that is known only once it has started; undefined: as the options say. */
  readonly baseUrl: string | undefined;
  /** How often it has ended on its own. */
  deaths(): number;
  /** The longest that it took to be ready so far, in ms. */
  startUpMs(): number;
  /** Starts it again when it has ended and waits until it is ready; does nothing while it runs. False when it does not come back. */
  revive(): Promise<boolean>;
  /** Lines for the report: each end of its own with what it last printed. */
  notes(): readonly string[];
  /** Ends it with everything that it started. Never throws. */
  stop(): Promise<void>;
}

/** What shows that a started gateway is ready; exactly one of `url`, `port` and `log`, or none: its base URL answers HTTP. */
export interface Readiness {
  /** Answers with a status below 500. */
  readonly url?: string;
  /** Takes TCP connections. */
  readonly port?: number;
  /** A regular expression that its output matches. */
  readonly log?: string;
  /** Default 30 s. */
  readonly timeoutMs: number;
}

/** What a start is made with. */
export interface LaunchMeans {
  readonly ask: AskStatus;
  readonly clock: RunClock;
  /** Ends the waiting for a start. */
  readonly signal?: AbortSignal;
}

/** Asks a URL once; undefined when nothing answered, otherwise the status. */
export type AskStatus = (url: string, limitMs: number) => Promise<number | undefined>;
