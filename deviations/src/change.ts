import { type Behaviour, patch } from '@gateproof/simulator/behaviour';

/** A change of the simulator's behaviour that describes itself. */
export interface Change {
  /** What the gateway does then, as the predicate of a sentence: `answers rate_limited with 503 to streams`. */
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

/** Replaces some decisions of one part of the behaviour: `decide('jobs', 'answers cancels with 204', { cancelStatus: 204 })`. */
export const decide = <Part extends keyof Behaviour>(
  part: Part,
  summary: string,
  changes: Partial<Behaviour[Part]> | ((present: Behaviour[Part]) => Partial<Behaviour[Part]>),
): Change => ({ summary: summary.trimEnd(), apply: patch(part, changes) });

type Part = keyof Behaviour;
type Decide = (...asked: never) => unknown;
/** The names of a part's decisions that are functions. */
type Named<P extends Part> = { [N in keyof Behaviour[P]]: Behaviour[P][N] extends Decide ? N & string : never };
/** What the gateway decides by a function: `<part>.<name>`. */
type Decision = { [P in Part]: `${P}.${Named<P>[keyof Behaviour[P]]}` }[Part];
type DecideOf<D> = D extends `${infer P extends Part}.${infer N}`
  ? Extract<Behaviour[P][N & keyof Behaviour[P]], Decide>
  : never;
type Asked<D> = Parameters<DecideOf<D>>;
type Decided<D> = ReturnType<DecideOf<D>>;
/** Those that say yes or no. The compiler can't see that of a `D` that is not known, so `allow` and `deny` say it. */
type YesOrNo = { [D in Decision]: Decided<D> extends boolean ? D : never }[Decision];
type IsMeant<D> = (...asked: Asked<D>) => boolean;

/** Takes one decision otherwise; `present` takes it as before: `overrule('models.matches', 'finds less', (present, model, id) => …)`. */
export function overrule<D extends Decision>(
  decision: D,
  summary: string,
  take: (present: (...asked: Asked<D>) => Decided<D>, ...asked: Asked<D>) => Decided<D>,
): Change {
  const [part, name] = decision.split('.') as [Part, string];
  return decide(part, summary, (decisions) => {
    const present = decisions[name as keyof typeof decisions] as (...asked: Asked<D>) => Decided<D>;
    return { [name]: (...asked: Asked<D>) => take(present, ...asked) };
  });
}

/** Decides yes where something is meant, and elsewhere as before: `allow('authentication.isExpired', 'serves no key', () => true)`. */
export const allow = <D extends YesOrNo>(decision: D, summary: string, isMeant: IsMeant<D>): Change =>
  overrule(decision, summary, (present, ...asked) => (isMeant(...asked) || present(...asked)) as Decided<D>);

/** Decides no where something is meant, and elsewhere as before. */
export const deny = <D extends YesOrNo>(decision: D, summary: string, isMeant: IsMeant<D>): Change =>
  overrule(decision, summary, (present, ...asked) => (present(...asked) && !isMeant(...asked)) as Decided<D>);

/** Takes a decision as before, and does something besides. */
export const watch = <D extends Decision>(
  decision: D,
  summary: string,
  act: (decided: Decided<D>, ...asked: Asked<D>) => void,
): Change =>
  overrule(decision, summary, (present, ...asked) => {
    const decided = present(...asked);
    act(decided, ...asked);
    return decided;
  });

/** Several changes, one on top of the other. */
export function together(...changes: readonly Change[]): Change {
  const words = changes.map(({ summary }) => summary).filter((summary) => summary !== '');
  return {
    summary: words.join(', and '),
    apply: (behaviour) => changes.reduce((present, { apply }) => apply(present), behaviour),
  };
}

/**
 * A change that remembers something: it is made anew for each behaviour that it is applied to, so that no simulator remembers for another. Its memory
 * can stand as parameters with defaults: `remembering((seen = new Set<string>()) => …)`.
 */
export function remembering(make: () => Change): Change {
  return { summary: make().summary, apply: (behaviour) => make().apply(behaviour) };
}
