/** Who is bound by a rule. */
export type Party = 'gateway' | 'client' | 'receiver';

/** How firmly the contract says it: stated, following from statements, or guidance. */
export type Level = 'must' | 'derived' | 'should';

/** `active` rules are provoked by a check of their own; `standing` rules are judged on every exchange of a run. */
export type RuleKind = 'active' | 'standing';

/** One thing that a testbed can arrange. A rule lists those it needs; a target claims those it has. */
export const capabilities = [
  'accounts',
  'credit',
  'keys',
  'models',
  'upstreams',
  'webhooks',
  'rotation',
  'clock',
  'rate-limit',
  'snapshot',
  'internal-fault',
  'usage',
  'fragments',
] as const;
export type Capability = (typeof capabilities)[number];

/** One normative statement of the contract, small enough that one observation can break it. */
export interface Rule {
  /** Dotted, kebab-case, never re-used or renamed: `stream.failure.done-follows`. The first part is the area. */
  readonly id: string;
  readonly area: string;
  readonly party: Party;
  /** Id of the conformance class (`spec/classes.yaml`). Only rules of the gateway have one. */
  readonly class?: string;
  readonly level: Level;
  readonly kind: RuleKind;
  /** One sentence of our own. */
  readonly statement: string;
  /** Heading of the contract with the numbered rule or table row, for example `Events › Signature, 2`. */
  readonly section: string;
  /** Ids of the normative points that this rule comes from (`spec/points.yaml`). */
  readonly points: readonly string[];
  readonly needs: readonly Capability[];
  /** Ids of the freedoms that its check must respect (`spec/freedoms.yaml`). */
  readonly freedoms: readonly string[];
  /** The family whose one check file decides this rule together with its siblings (rows of one table). Default: none. */
  readonly family?: string;
  /** The precondition is the target's own choice (an optional field, one code out of several that fit): a target that never
   * brings it about is not judged (`not-applicable`) where other rules would be `inconclusive`. Default false. */
  readonly conditional?: boolean;
  /** The first rule set (`spec/rule-sets.yaml`) that the rule belongs to; in those before it is provisional. Default: the first of all. */
  readonly since?: string;
  /** Why no capability makes this rule observable from outside. A rule with a reason has no check. */
  readonly unobservable?: string;
}

/** One normative sentence, numbered rule or table row of the contract, paraphrased. */
export interface Point {
  readonly id: string;
  readonly section: string;
  readonly text: string;
}
