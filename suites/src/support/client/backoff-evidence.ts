/** Calls after which a client has shown what it does: jitter alone fails one in thousands of such checks. */
export const mostBackoffCalls = 12;
/** How much longer than a turn a wait is at least, and so much that no busy machine explains it. */
const waitMs = { shortest: 20, clear: 100 };
/** A short wait counts once, a clear one for three: a busy machine stretches some gaps of a client that does not wait at all. */
const enoughWaits = 6;
/** Calls that must show a later wait that is not shorter: jitter shortens one in three. */
const enoughGrowth = 2;
/** A client that takes longer between two calls lets time pass of its own accord. */
const longestTurnMs = 200;

/** One call that failed some times before it was served. */
export interface FailingCall {
  /** Between its requests. */
  readonly gapsMs: readonly number[];
  /** How long the client took just before from a request that was served to the request of its next call. */
  readonly turnMs: number;
}

/** What some calls of a client show of its waits before the first retry, the second, and so on. */
export interface BackoffEvidence {
  /** It waits before each retry. */
  readonly waits: boolean;
  /** Its later waits are not shorter. */
  readonly grows: boolean;
}

/** Turns that are all so long are the client's own: it begins each call late. Where a gap of each call is clearly longer, it waits, and the shorter gaps are waits too. */
const ownTurnMs = 100;
const enoughTurns = 3;
function withoutOwnTurns(calls: readonly FailingCall[]): readonly FailingCall[] {
  const isLate = calls.length >= enoughTurns && calls.every(({ turnMs }) => turnMs >= ownTurnMs);
  const isOwn = isLate && calls.every((call) => call.gapsMs.some((_, place) => isClear(call, place)));
  return isOwn ? calls.map((call) => ({ ...call, turnMs: 0 })) : calls;
}

/** Reads the gaps of calls that failed equally often; what is not shown yet may be shown by the next call. */
export function backoffEvidence(all: readonly FailingCall[]): BackoffEvidence {
  const calls = withoutOwnTurns(all);
  const [first] = calls;
  if (first === undefined) return { waits: false, grows: false };
  const places = first.gapsMs.map((_, place) => place);
  if (calls.length === 1 && places.every((place) => isClear(first, place) && isLater(first, place, 0.9))) {
    return { waits: true, grows: true };
  }
  const sum = (points: (call: FailingCall) => number) => calls.reduce((total, call) => total + points(call), 0);
  return {
    waits: places.every((place) => sum((call) => waitPoints(call, place)) >= enoughWaits),
    grows: places.every((place) => sum((call) => Number(isLater(call, place, 0.7))) >= enoughGrowth),
  };
}

/** What a gap is longer than a turn, in ms. */
function beyondTurnMs({ gapsMs, turnMs }: FailingCall, place: number): number {
  return (gapsMs[place] ?? 0) - Math.min(turnMs, longestTurnMs);
}

function isClear(call: FailingCall, place: number): boolean {
  return beyondTurnMs(call, place) >= waitMs.clear;
}

function waitPoints(call: FailingCall, place: number): number {
  if (isClear(call, place)) return 3;
  return beyondTurnMs(call, place) >= waitMs.shortest ? 1 : 0;
}

function isLater({ gapsMs }: FailingCall, place: number, share: number): boolean {
  return place === 0 || (gapsMs[place] ?? 0) >= (gapsMs[place - 1] ?? 0) * share;
}
