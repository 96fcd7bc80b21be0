import type { CutShortRecord } from '../result/result-document.ts';
import type { AnswerTimes } from './answer-times.ts';

/** One thing that the first requests of a run were to show. */
export interface SmokeFinding {
  /** `a chat is served`. */
  readonly wanted: string;
  readonly holds: boolean;
  /** What was seen, where it holds: `a request without a key is refused with 401`. */
  readonly seen: string;
  /** The answer in a few words. */
  readonly saw: string;
}

/** What the first requests of a run showed of its target. */
export interface SmokeReport {
  /** Why no rule can be decided; undefined: the run goes on. */
  readonly stop: CutShortRecord | undefined;
  readonly findings: readonly SmokeFinding[];
  /** Lines for the report: what to add so that more can be decided. */
  readonly notes: readonly string[];
  /** What to add on the command line so that most of what is blocked can be decided; absent where nothing is missing. */
  readonly advice?: string;
  /** The text model that requests name, where none can be made; undefined where none is known. */
  readonly model: string | undefined;
  /** Requests that were sent. */
  readonly requests: number;
  /** How long the target took; absent where nothing was asked. */
  readonly times?: AnswerTimes;
}

/** Of a target that needs no smoke test. */
export const nothingSmoked: SmokeReport = { stop: undefined, findings: [], notes: [], model: undefined, requests: 0 };
