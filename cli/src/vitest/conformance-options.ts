import type { Effort } from '@gateproof/harness';
import type { TargetFlags } from '../target-flags.ts';

/** What is judged: a gateway at a URL, one that a profile describes, or the built-in simulator. */
export type ConformanceTarget =
  | {
      /** Base URL, without `/v1`; a list has one for each replica. */
      readonly url: string | readonly string[];
      /** API key of an account with credit. Default, also for `undefined`: GATEPROOF_KEY of the environment. */
      readonly key?: string | undefined;
      /** A text model that chats name. Default: a listed one that serves. */
      readonly model?: string;
      /** Service prefix in headers and fields. Default `svc`. */
      readonly prefix?: string;
    }
  /** Path of a profile, from the working directory. */
  | { readonly profile: string; readonly key?: string | undefined; readonly prefix?: string }
  | { readonly simulator: { readonly deviation?: string; readonly variations?: readonly string[] } };

/** How a team's own test file runs the suite. */
export interface ConformanceOptions {
  readonly target: ConformanceTarget;
  /** Only these rules: ids, beginnings such as `stream.` or globs such as `*.type`. Default: all. */
  readonly only?: readonly string[];
  /** Conformance classes that the gateway claims; the rules of others are skipped. `basic` is always claimed. Default: the profile's, or all. */
  readonly claims?: readonly string[];
  /** One of several equal parts, so that as many files can be spread with `--shard`: `2/3`. Default: the whole. */
  readonly part?: `${number}/${number}`;
  /** Default: the baseline's, or `standard`. */
  readonly effort?: Effort;
  /** Default: GATEPROOF_SEED of the environment, the baseline's, or 1; failures print it. */
  readonly seed?: number;
  /** The rule set that decides what fails, such as `1.0`; newer rules that are broken are annotated. Default: the profile's, or the newest. */
  readonly ruleset?: string;
  /** Warnings fail too. Default false. */
  readonly strict?: boolean;
  /** Path of a baseline: known failures pass with an annotation, entries that hold no longer fail. Default: none. */
  readonly baseline?: string;
  /** Longest time for one rule, in ms. Default two minutes. */
  readonly timeoutMs?: number;
  /** Longest wait for one answer, in ms. Default: the profile's, or ten seconds. */
  readonly requestTimeoutMs?: number;
}

/** The target as the command line would name it. */
export function targetFlagsOf({ target, claims, requestTimeoutMs }: ConformanceOptions): TargetFlags {
  const further = {
    ...(requestTimeoutMs === undefined ? {} : { requestTimeout: requestTimeoutMs }),
    ...(claims === undefined ? {} : { claims }),
  };
  if ('url' in target) return { ...target, url: [target.url].flat(), ...further };
  if ('profile' in target) return { ...target, ...further };
  const { deviation, variations } = target.simulator;
  return {
    ...(deviation === undefined ? {} : { deviation }),
    ...(variations === undefined ? {} : { variation: variations }),
    ...further,
  };
}
