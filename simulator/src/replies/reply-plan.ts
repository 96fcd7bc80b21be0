import type { UpstreamTurn } from '@gateproof/upstreams';
import { type ReplyCondition, type ReplyOccasion, replyConditions } from './reply-conditions.ts';
import type { Replies, Reply } from './reply-rule.ts';
import { replyTurn } from './reply-turn.ts';

/** Most unmatched requests that are remembered. */
const mostUnmatched = 100;

/** A request that no reply fitted. */
export interface UnmatchedRequest {
  readonly requestId: string;
  /** One sentence on the reply that nearly fitted. */
  readonly nearest: string;
}

export interface ReplyReport {
  readonly id: string;
  readonly reply: Reply;
  /** Requests so far that fit in all but `call`. */
  readonly seen: number;
  /** Those that it answered. */
  readonly used: number;
}

/** What becomes of a request: a reply answers it, no reply fits and it is refused, or it goes on as if there were no replies. */
export type ReplyTaken =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly turn: UpstreamTurn }
  | { readonly kind: 'unmatched'; readonly nearest: string }
  | { readonly kind: 'none' };

interface Entry {
  readonly id: string;
  readonly reply: Reply;
  /** What the model's endpoint does where it fits: made once, for all requests. */
  readonly turn: UpstreamTurn;
  readonly conditions: readonly ReplyCondition[];
  seen: number;
  used: number;
}

/** The canned replies of one account, in order, with what they did. */
export class ReplyPlan {
  readonly #standard: Replies | undefined;
  #given: Replies | undefined;
  #entries: readonly Entry[] = [];
  readonly #unmatched: UnmatchedRequest[] = [];

  /** `standard`: those that every account of the simulator starts with. There are none before they are set. */
  constructor(standard?: Replies) {
    this.#standard = standard;
  }

  /** Replaces all replies; counters start at zero. They must have been checked. Undefined: there are none any more. */
  set(given: Replies | undefined): void {
    this.#given = given;
    this.#unmatched.length = 0;
    this.#entries = (given?.replies ?? []).map((reply, place) => ({
      id: reply.id ?? `reply-${place + 1}`,
      reply,
      turn: replyTurn(reply),
      conditions: replyConditions(reply.on ?? {}),
      seen: 0,
      used: 0,
    }));
  }

  get isEmpty(): boolean {
    return this.#given === undefined;
  }

  /** Whether they are those that every account starts with. */
  get isStandard(): boolean {
    return this.#given === this.#standard;
  }

  get given(): Replies | undefined {
    return this.#given;
  }

  /** The newest requests that no reply fitted, oldest first. */
  get unmatched(): readonly UnmatchedRequest[] {
    return this.#unmatched;
  }

  reports(): readonly ReplyReport[] {
    return this.#entries.map(({ id, reply, seen, used }) => ({ id, reply, seen, used }));
  }

  /** The first reply that fits. Counts the request with every reply that it fits in all but `call`. */
  take(requestId: string, occasion: ReplyOccasion): ReplyTaken {
    const judged = this.#entries.map((entry) => ({ entry, misses: missesOf(entry, occasion) }));
    const fitting = judged.find(({ misses }) => misses.length === 0);
    if (fitting !== undefined) {
      const { reply, turn } = fitting.entry;
      fitting.entry.used += 1;
      return { kind: 'reply', reply, turn };
    }
    const nearest = nearestOf(judged);
    this.#unmatched.push({ requestId, nearest });
    if (this.#unmatched.length > mostUnmatched) this.#unmatched.shift();
    return this.#given?.strict === true ? { kind: 'unmatched', nearest } : { kind: 'none' };
  }
}

interface Judged {
  readonly entry: Entry;
  readonly misses: readonly string[];
}

/** What keeps the reply from this request. A request that fits in all but `call` is counted. */
function missesOf(entry: Entry, occasion: ReplyOccasion): readonly string[] {
  const misses = entry.conditions.filter(({ holds }) => !holds(occasion)).map(({ miss }) => miss(occasion));
  if (misses.length > 0) return misses;
  entry.seen += 1;
  const { call } = entry.reply.on ?? {};
  return call === undefined || call === entry.seen ? [] : [`it is for call ${call}, this is call ${entry.seen}`];
}

/** A sentence on the reply with the fewest misses. */
function nearestOf(judged: readonly Judged[]): string {
  const [nearest] = judged.toSorted((first, second) => first.misses.length - second.misses.length);
  return nearest === undefined
    ? 'There are no replies.'
    : `The nearest is ${nearest.entry.id}: ${nearest.misses.join('; ')}.`;
}
