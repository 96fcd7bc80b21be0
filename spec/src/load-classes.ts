import { longestFit } from './longest-fit.ts';
import { readYaml } from './read-yaml.ts';

/** One thing that a conformant class was seen to do. */
export interface FloorEntry {
  /** What it is, in words that complete "not seen:". */
  readonly shows: string;
  /** Ids of rules; one of them at least was tested and is kept. */
  readonly rules: readonly string[];
}

/** A group of a gateway's rules that it may claim as a whole. */
export interface ConformanceClass {
  readonly id: string;
  readonly title: string;
  /** One sentence: what the class is about. */
  readonly statement: string;
  /** Ids of the classes without which nothing of this one can be seen. Default: none. */
  readonly buildsOn?: readonly string[];
  /** What a run must have seen to work before it may call the class conformant. */
  readonly floor: readonly FloorEntry[];
  /** Beginnings of rule ids, up to a dot or to the end. The longest that fits a rule decides its class. */
  readonly rules: readonly string[];
}

/** The class that every gateway claims. */
export const alwaysClaimed = 'basic';

let memo: readonly ConformanceClass[] | undefined;

/** All conformance classes, the one that asks least first. Read once. */
export function loadClasses(): readonly ConformanceClass[] {
  memo ??= readYaml('classes.yaml') as readonly ConformanceClass[];
  return memo;
}

/** The id of the class that a gateway rule belongs to; undefined when no entry of a class fits it. */
export function classOf(rule: string, classes: readonly ConformanceClass[]): string | undefined {
  return longestFit(rule, classes)?.id;
}
