/** One request of a history: what was asked, what came back, and between which moments it took effect. */
export interface Operation<Command, Answer> {
  readonly command: Command;
  readonly answer: Answer;
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

/** What requests bring about that come one after the other. */
export interface SequentialModel<State, Command, Answer> {
  readonly initial: State;
  /** The states in which a request that is answered so may leave this one; none: it can't be answered so. */
  after(state: State, command: Command, answer: Answer): readonly State[];
  /** The states in which a request may leave this one that was answered in a way that nobody knows. */
  afterAny(state: State, command: Command): readonly State[];
  /** The same text for equal states. */
  keyOf(state: State): string;
}

interface Step<State> {
  readonly state: State;
  /** Places of the operations that have taken effect. */
  readonly done: bigint;
}

/**
 * Whether there is an order of the operations, each at a moment between its beginning and its end, in which the model answers as
 * they were answered (linearizability, by the search of Wing and Gong with its visited states remembered). The answers at the places
 * `unknown` are set aside: such an operation took effect in any way, at any moment since it began, or not at all.
 */
export function isLinearizable<State, Command, Answer>(
  history: readonly Operation<Command, Answer>[],
  model: SequentialModel<State, Command, Answer>,
  unknown: ReadonlySet<number> = new Set(),
): boolean {
  const places = [...history.keys()];
  const open: Step<State>[] = [{ state: model.initial, done: 0n }];
  const visited = new Set<string>();
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { state, done } = step;
    const left = places.filter((place) => (done & (1n << BigInt(place))) === 0n);
    const answered = left.filter((place) => !unknown.has(place));
    if (answered.length === 0) return true;
    // What began after another had ended comes after it.
    const nextEndMs = Math.min(...answered.map((place) => history[place]?.endedAtMs ?? 0));
    for (const place of left) {
      const operation = history[place];
      if (operation === undefined || operation.beganAtMs > nextEndMs) continue;
      const { command, answer } = operation;
      const states = unknown.has(place) ? model.afterAny(state, command) : model.after(state, command, answer);
      for (const next of states) {
        const reached = { state: next, done: done | (1n << BigInt(place)) };
        const key = `${reached.done} ${model.keyOf(next)}`;
        if (!visited.has(key)) open.push(reached);
        visited.add(key);
      }
    }
  }
  return false;
}

/**
 * The operations of a history whose answers contradict each other: where one more is set aside, the others agree. Undefined: they all
 * agree. For histories of up to about sixteen operations.
 */
export function smallestContradiction<State, Command, Answer, Seen extends Operation<Command, Answer>>(
  history: readonly Seen[],
  model: SequentialModel<State, Command, Answer>,
): readonly Seen[] | undefined {
  if (isLinearizable(history, model)) return undefined;
  const unknown = new Set<number>();
  for (const place of history.keys()) {
    unknown.add(place);
    if (isLinearizable(history, model, unknown)) unknown.delete(place);
  }
  return history.filter((_, place) => !unknown.has(place));
}
