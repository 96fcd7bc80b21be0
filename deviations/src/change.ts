import { type Behaviour, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { contradictionsOf } from './contradictions.ts';
import { isObject, type JsonObject } from './requests/seen.ts';

/** A change of the simulator's behaviour that describes itself. */
export interface Change {
  /** What the gateway does then, as the predicate of a sentence: `answers rate_limited with 503 to streams`. */
  readonly summary: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

type Part = keyof Behaviour;
type Changes<P extends Part> = Parameters<typeof patch<P>>[1];

/** Replaces some decisions of one part of the behaviour: `decide('jobs', 'answers cancels with 204', { cancelStatus: 204 })`. */
export const decide = <P extends Part>(part: P, summary: string, changes: Changes<P>): Change => ({
  summary: summary.trimEnd(),
  apply: patch(part, changes),
});

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
type Take<D> = (present: (...asked: Asked<D>) => Decided<D>, ...asked: Asked<D>) => Decided<D>;
type Act<D> = (decided: Decided<D>, ...asked: Asked<D>) => void;

/** Takes one decision otherwise; `present` takes it as before: `overrule('models.matches', 'finds less', (present, model, id) => …)`. */
export function overrule<D extends Decision>(decision: D, summary: string, take: Take<D>): Change {
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
export const watch = <D extends Decision>(decision: D, summary: string, act: Act<D>): Change =>
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
 * Changes that remember something: they are made anew for each behaviour that they are applied to, so that no simulator remembers for another. Their
 * memory can stand as parameters with defaults: `remembering((seen = new Set<string>()) => [watch(…), refuse(…)])`.
 */
export function remembering(make: () => Change | readonly Change[]): Change {
  const made = () => together(...[make()].flat());
  return { summary: made().summary, apply: (behaviour) => made().apply(behaviour) };
}

/** Changes answers of JSON as they go out. */
export const answering = (summary: string, change: (answer: SentAnswer, request: SeenRequest) => SentAnswer): Change =>
  overrule('exchanges.answer', summary, (answer, present, request) => change(answer(present, request), request));

type ChangeBody = (body: JsonObject, request: SeenRequest, status: number) => JsonObject;

/** Changes the bodies of answers that are objects. */
export const answeringBody = (summary: string, change: ChangeBody): Change =>
  answering(summary, (answer, request) =>
    isObject(answer.body) ? { ...answer, body: change(answer.body, request, answer.status) } : answer,
  );

type Exchanges = Behaviour['exchanges'];
type Afterwards = (
  ...asked: Parameters<Exchanges['sideRequests']>
) => ReturnType<Exchanges['sideRequests']> | undefined;

/** Does something once a request has been answered, which may be further requests to itself. Streams have no `answer`. */
export const afterwards = (summary: string, act: Afterwards): Change =>
  overrule('exchanges.sideRequests', summary, (sideRequests, request, answer) => [
    ...sideRequests(request, answer),
    ...(act(request, answer) ?? []),
  ]);

/** Looks at requests before anything else does, and refuses some of them. */
export const beforehand = (summary: string, act: Exchanges['refusal']): Change =>
  overrule('exchanges.refusal', summary, (refusal, request) => {
    const refused = act(request);
    return refusal(request) ?? refused;
  });

/** A named way to break one rule. */
export interface Deviation extends Change {
  /** The rule's id, or `<rule id>:<word>` where one rule has several. */
  readonly id: string;
  readonly breaks: string;
}

/** A named way to differ inside a freedom. */
export interface Variation extends Change {
  readonly id: string;
  /** Id of the freedom. */
  readonly within: string;
  /** Ids of variations that can't hold together with this one inside the contract, each with the reason. */
  readonly excludes: Readonly<Record<string, string>>;
}

type Table<Value> = Readonly<Record<string, Value>>;

/**
 * Deviations as a table. The key of a row is the rest of the rule's id behind `<prefix>.`, with `:` and a word after it where the rule has
 * several deviations.
 */
export const rows = (prefix: string, table: Table<Change>): readonly Deviation[] =>
  Object.entries(table).map(([key, change]) => {
    const id = `${prefix}.${key}`;
    const [breaks = id] = id.split(':');
    return { id, breaks, ...change };
  });

/** The kinds of jobs, and the routes that take them. */
export const kinds = ['image', 'transcription'] as const;

/**
 * A row for each of some names, or of the values that have them, for use beside other rows: `...each('key.expired:*', kinds, toChange)`. The
 * name stands for the `*` of the key.
 */
export function each<const Value>(
  key: string,
  values: Table<Value> | readonly Value[],
  toChange: (value: Value) => Change,
): Table<Change> {
  const named = Array.isArray(values) ? values.map((name) => [name, name] as const) : Object.entries(values);
  return Object.fromEntries(named.map(([name, value]) => [key.replace('*', String(name)), toChange(value)]));
}

/** Names of fields by what they are called in ids: with dashes for low lines. */
export const dashed = <const Name extends string>(names: readonly Name[]): Table<Name> =>
  Object.fromEntries(names.map((name) => [name.replaceAll('_', '-'), name]));

/** Variations as a table: the freedom's id, a blank and the variation's id in front of what is changed. */
export const freedomRows = (table: Table<Change>): readonly Variation[] =>
  Object.entries(table).map(([key, change]) => {
    const [within = '', id = ''] = key.split(' ');
    return { id, within, excludes: contradictionsOf(id), ...change };
  });
