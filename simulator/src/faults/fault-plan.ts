import { describeFault, type Fault } from '@gateproof/upstreams';
import type { AnswerFault } from './answer-fault.ts';
import { answerFaultCatalogue } from './answer-fault-catalogue.ts';
import type { AccountFault, FaultReport, FaultRule, FaultTarget } from './fault-rule.ts';

/** One request, or one call to an endpoint, that a fault may act on. */
export type FaultOccasion = Required<FaultTarget>;

/** A fault that is to act now. Exactly one of its verbs is called, once. */
export interface TakenFault<F extends AccountFault = AccountFault> {
  readonly fault: F;
  readonly description: string;
  /** `requestId`: of the request on which it acted, if there is one. */
  acted(requestId: string | undefined): void;
  /** It had nothing to act on: the occasion does not count. */
  giveBack(): void;
}

type OnActed = (requestId: string | undefined, description: string) => void;

interface Entry {
  readonly id: string;
  readonly rule: FaultRule;
  readonly description: string;
  seen: number;
  taken: number;
  acted: number;
}

/** The faults of one account, in order, with what they did. Certain ones come before probable ones. */
export class FaultPlan {
  readonly #draw: () => number;
  readonly #onActed: OnActed;
  #entries: readonly Entry[] = [];

  /** `draw`: a number of at least 0 and below 1, for faults with a chance. `onActed` is called for each fault that acts. */
  constructor(draw: () => number, onActed: OnActed = () => {}) {
    this.#draw = draw;
    this.#onActed = onActed;
  }

  /** Replaces all rules; counters start at zero. They must have been checked. */
  set(rules: readonly FaultRule[]): void {
    this.#entries = rules.map((rule, place) => ({
      id: rule.id ?? `fault-${place + 1}`,
      rule,
      description: descriptionOf(rule.fault),
      seen: 0,
      taken: 0,
      acted: 0,
    }));
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get rules(): readonly FaultRule[] {
    return this.#entries.map(({ rule }) => rule);
  }

  /** The fault that acts on a call to an endpoint, if one does. */
  takeForEndpoint(occasion: FaultOccasion): TakenFault<Fault> | undefined {
    return this.#take(occasion, ({ fault }) => !isAnswerFault(fault)) as TakenFault<Fault> | undefined;
  }

  /** The fault that acts between the gateway and its client, if one does. */
  takeForAnswer(occasion: FaultOccasion): TakenFault<AnswerFault> | undefined {
    const fits = ({ fault }: FaultRule) => isAnswerFault(fault) && (fault.kind !== 'gate' || occasion.stream);
    return this.#take(occasion, fits) as TakenFault<AnswerFault> | undefined;
  }

  reports(): readonly FaultReport[] {
    return this.#entries.map(({ id, rule, description, seen, acted }) => ({ id, rule, description, seen, acted }));
  }

  #take(occasion: FaultOccasion, fits: (rule: FaultRule) => boolean): TakenFault | undefined {
    if (this.#entries.length === 0) return undefined;
    const matching = this.#entries.filter(({ rule }) => fits(rule) && matches(rule.on, occasion));
    for (const entry of matching) entry.seen += 1;
    const ready = matching.filter(
      ({ rule, seen, taken }) => seen > (rule.after ?? 0) && taken < (rule.times ?? Number.POSITIVE_INFINITY),
    );
    const chosen =
      ready.find(({ rule }) => rule.chance === undefined) ??
      ready.find(({ rule: { chance = 1 } }) => this.#draw() < chance);
    return chosen && taken(chosen, this.#onActed);
  }
}

function taken(entry: Entry, onActed: OnActed): TakenFault {
  entry.taken += 1;
  return {
    fault: entry.rule.fault,
    description: entry.description,
    acted: (requestId) => {
      entry.acted += 1;
      onActed(requestId, entry.description);
    },
    giveBack: () => {
      entry.taken -= 1;
    },
  };
}

function matches(target: FaultTarget | undefined, occasion: FaultOccasion): boolean {
  if (target === undefined) return true;
  const { route, model, stream } = target;
  return (
    (route === undefined || route === occasion.route) &&
    (model === undefined || model === occasion.model) &&
    (stream === undefined || stream === occasion.stream)
  );
}

function isAnswerFault(fault: AccountFault): fault is AnswerFault {
  return Object.hasOwn(answerFaultCatalogue, fault.kind);
}

function descriptionOf(fault: AccountFault): string {
  if (!isAnswerFault(fault)) return describeFault(fault);
  // Each definition is only ever handed faults of its own kind, which the mapped type of the catalogue proves.
  return (answerFaultCatalogue[fault.kind] as { describe(fault: AnswerFault): string }).describe(fault);
}
