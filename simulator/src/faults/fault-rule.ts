import type { Fault } from '@gateproof/upstreams';
import type { AnswerFault } from './answer-fault.ts';

/** Everything that can be made to go wrong for an account: at the model's endpoint, or between the gateway and its client. */
export type AccountFault = Fault | AnswerFault;

/** Which requests a rule is about. What is left out does not matter. */
export interface FaultTarget {
  readonly route?: 'chat' | 'image' | 'transcription';
  /** The model that is called; for what goes wrong between gateway and client, the requested one. */
  readonly model?: string;
  readonly stream?: boolean;
}

/** A fault of an account, and when it acts. */
export interface FaultRule {
  /** How reports name it. Default `fault-1` and so on, by its place. */
  readonly id?: string;
  readonly fault: AccountFault;
  readonly on?: FaultTarget;
  /** How many matching requests pass first. Default 0. */
  readonly after?: number;
  /** On how many it acts before it is spent. Default: without end. */
  readonly times?: number;
  /** Probability from above 0 to 1, drawn from the account's seed once no certain fault acts. Default: it is certain. */
  readonly chance?: number;
}

/** A rule with what has become of it. */
export interface FaultReport {
  readonly id: string;
  readonly rule: FaultRule;
  /** The fault in words. */
  readonly description: string;
  /** Matching requests so far. */
  readonly seen: number;
  /** Those on which it acted. */
  readonly acted: number;
}
