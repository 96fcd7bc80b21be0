import type { Judgement, StandingCheck } from '@gateproof/harness';
import { jobReads } from '../support/client/job-reads.ts';
import { requestRules } from '../support/client/live-requests.ts';
import { repeatsIn, sightingsOf } from '../support/client/repeats.ts';
import { heldIf, type Look } from '../support/standing-table.ts';

type Rules = Readonly<Record<string, (repeat: ReturnType<typeof repeatsIn>[number]) => Look>>;

/** A caller may ask the same again by itself later on. */
const automaticMs = 60_000;
/** What a clock that is read at the proxy may differ by. */
const slackMs = 100;
const shortestWaitMs = 20;

const isRetryable = (kind: string | undefined) => kind === 'rate_limit' || kind === 'unavailable' || kind === 'timeout';
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** A terminal refusal, and that nothing or something of the same bytes came after it. */
function terminal(isOne: (repeat: Parameters<Rules[string]>[0]) => boolean): Rules[string] {
  return (repeat) => {
    if (repeat.kind !== 'terminal' || !isOne(repeat)) return undefined;
    const { gapMs } = repeat;
    const again = gapMs !== undefined && gapMs < automaticMs;
    return heldIf(
      !again,
      `no second sending of the request after ${repeat.code}`,
      `the same request again after ${seconds(gapMs ?? 0)}`,
    );
  };
}

function waited(isOne: (kind: string | undefined) => boolean): Rules[string] {
  return ({ kind, gapMs, waitMs }) =>
    gapMs === undefined || waitMs === undefined || !isOne(kind)
      ? undefined
      : heldIf(gapMs >= waitMs - slackMs, `no retry before ${seconds(waitMs)}, as Retry-After says`, seconds(gapMs));
}

/** The same bytes under another key may be another request of the caller: that only warns. */
function keyed(hadKey: boolean): Rules[string] {
  return ({ kind, isLost, gapMs, key, nextKey }) => {
    const isRetry = gapMs !== undefined && gapMs < automaticMs && (isLost || isRetryable(kind) || kind === 'unknown');
    if (!isRetry || (key !== undefined) !== hadKey) return undefined;
    const expected = hadKey
      ? `Idempotency-Key ${key} on the retry`
      : 'no Idempotency-Key on the retry of a request without one';
    return key === nextKey ? 'held' : { doubtful: { expected, observed: nextKey ?? 'none' } };
  };
}

const late = ['provider_unauthorized', 'idempotency_conflict'];
const rules: Rules = {
  'client.retry.terminal': terminal(({ code, status }) => !late.includes(code ?? '') && status !== 401 && status < 500),
  'client.retry.terminal-with-retry-status': terminal(
    ({ code, status }) => !late.includes(code ?? '') && status >= 500,
  ),
  'client.retry.invalid-key-once': terminal(({ status }) => status === 401),
  'client.retry.unknown-once': ({ kind, gapMs, unknownBefore }) =>
    kind === 'unknown'
      ? heldIf(
          gapMs === undefined || gapMs > automaticMs || !unknownBefore,
          'one retry at most after kind unknown',
          'another',
        )
      : undefined,
  'client.retry.backoff': ({ kind, gapMs, waitMs }) =>
    gapMs === undefined || waitMs !== undefined || !isRetryable(kind)
      ? undefined
      : heldIf(gapMs >= shortestWaitMs, 'a wait before a retry', seconds(gapMs)),
  'client.retry.retry-after': waited((kind) => kind === 'rate_limit'),
  'client.retry.retry-after-unavailable': waited((kind) => kind === 'unavailable' || kind === 'timeout'),
  'client.idempotency.same-key': keyed(true),
  'client.idempotency.no-late-key': keyed(false),
  'client.idempotency.conflict-not-evaded': ({ code, gapMs, key, nextKey }) =>
    code === 'idempotency_conflict' && key !== undefined
      ? heldIf(
          gapMs === undefined || gapMs > automaticMs || key === nextKey,
          'no other key after 409 idempotency_conflict',
          nextKey,
        )
      : undefined,
};

/** What live traffic shows of a client: retries, keys, polling and the form of its requests. */
export const traffic: StandingCheck = {
  rules: [...Object.keys(rules), 'client.idempotency.same-body', ...jobReads.rules, ...requestRules.rules],
  *judge(history): Generator<Judgement> {
    for (const repeat of repeatsIn(history)) {
      for (const [rule, look] of Object.entries(rules)) yield* sightingsOf(rule, repeat.exchanges, look(repeat));
      if (repeat.sameKeyBodies !== undefined) {
        const look = heldIf(
          repeat.sameKeyBodies,
          'the bytes of the first attempt under its Idempotency-Key',
          'other bytes',
        );
        yield* sightingsOf('client.idempotency.same-body', repeat.exchanges, look);
      }
    }
    yield* jobReads.judge(history);
    yield* requestRules.judge(history);
  },
};
