/** What a rule was measured to cost and to use before the reference gateway. */
export interface MeasuredRule {
  /** What must serve requests so that the rule can be decided: routes such as `chat`, and `stream`. */
  readonly routes: readonly string[];
  /** True: it was decided only where a testbed arranged everything, although it names no capability. Default false. */
  readonly needsAll?: boolean;
  /** Of all its cases at standard effort; undefined for a standing rule, which sends nothing itself. */
  readonly cost?: RuleCost;
}

/** What the cases of a rule send. */
export interface RuleCost {
  readonly cases: number;
  readonly requests: number;
  /** Of them, those that reach a provider. */
  readonly generations: number;
  /** So many answers are waited for one after the other. */
  readonly rounds: number;
}
