import type { ScriptedAnswer } from '@gateproof/harness';
import { clock } from '../clock.ts';
import { completion, refusal } from './answers.ts';
import { bodyChanged, keyLost, terminalRetried, unknownRetried, waitCutShort } from './findings.ts';
import { hear, type Probe, retriesIn, toldIn } from './probe.ts';

/** What an SDK does with an error that comes every time; more than `most` retries are marked. */
const failing = (question: string, most: number, answer: ScriptedAnswer): Probe => ({
  question,
  finding: most === 0 ? terminalRetried : unknownRetried,
  async ask(world) {
    const heard = await hear(world, [answer]);
    const retries = heard.timesMs.length - 1 > most ? `**${retriesIn(heard)}**` : retriesIn(heard);
    return heard.answer === undefined ? retries : `${retries}, ${toldIn(heard)}`;
  },
});

/** Jitter may hit the stated wait once by chance, but hardly so often. */
const waitRounds = 3;
/** Whether the first retry comes as late as it was asked to, each time. */
const waits = (
  question: string,
  leastMs: number,
  first: () => ScriptedAnswer,
  early = '**sends again before that**',
): Probe => ({
  question,
  finding: waitCutShort,
  async ask(world) {
    for (let round = 1; ; round += 1) {
      const heard = await hear(world, [first(), completion()], { watchedMs: leastMs > 10_000 ? 6_000 : 12_000 });
      const [, secondMs] = heard.timesMs;
      if (secondMs === undefined) return heard.answer === undefined ? 'waits' : 'gives up';
      if (secondMs < leastMs - 60) return early;
      if (round === waitRounds) return 'waits that long';
    }
  },
});
const limited = (header: string | undefined, more = {}): ScriptedAnswer =>
  refusal('rate_limited', more, header === undefined ? {} : { 'retry-after': header });

const anyNumber = Number.POSITIVE_INFINITY;

const failures: readonly Probe[] = [
  failing('409 `idempotency_conflict` (terminal)', 0, refusal('idempotency_conflict')),
  failing('502 `provider_unauthorized` (terminal)', 0, refusal('provider_unauthorized')),
  failing('504 `retention_expired` (terminal)', 0, refusal('retention_expired')),
  failing('400 `invalid_request` (terminal)', 0, refusal('invalid_request')),
  failing('401 `unauthorized` (terminal)', 0, refusal('unauthorized')),
  failing('500 `internal_error` (unknown: retry once)', 1, refusal('internal_error')),
  failing('502 `provider_unavailable` (unavailable)', anyNumber, refusal('provider_unavailable')),
  failing('504 `upstream_timeout` (timeout)', anyNumber, refusal('upstream_timeout')),
  failing('429 `rate_limited` (rate_limit)', anyNumber, limited(undefined)),
];

/** The contract knows the header alone, in whole seconds; other forms bind nobody. */
const unbound = 'sends again before that';

const retryAfter: readonly Probe[] = [
  waits('429 with `Retry-After: 2`', 2_000, () => limited('2', { retry_after_ms: 2_000 })),
  waits('503 with `Retry-After: 2`', 2_000, () => refusal('snapshot_expired', {}, { 'retry-after': '2' })),
  waits('429 with `Retry-After: 90`', 90_000, () => limited('90', { retry_after_ms: 90_000 })),
  waits(
    '429 with `retry_after_ms: 2500` and no header',
    2_500,
    () => limited(undefined, { retry_after_ms: 2_500 }),
    unbound,
  ),
  waits(
    '429 with `Retry-After` as a date, 4 s ahead',
    3_000,
    () => limited(new Date(clock.wallMs() + 4_000).toUTCString()),
    unbound,
  ),
];

const idempotency: readonly Probe[] = [
  {
    question: '`Idempotency-Key` of the caller on a retry',
    finding: keyLost,
    async ask(world) {
      const { keys } = await hear(world, [refusal('provider_unavailable'), completion()], {
        idempotencyKey: 'order-1',
      });
      if (keys[0] !== 'order-1') return '**not sent**';
      if (keys.length < 2) return 'no retry';
      return keys.every((key) => key === 'order-1') ? 'the same' : '**another**';
    },
  },
  {
    question: '`Idempotency-Key` when the caller chose none',
    finding: keyLost,
    async ask(world) {
      const { keys } = await hear(world, [refusal('provider_unavailable'), completion()]);
      if (keys.every((key) => key === undefined)) return 'none';
      return new Set(keys).size === 1 ? 'its own, the same on a retry' : '**changes on a retry**';
    },
  },
  {
    question: 'body of a retry',
    finding: bodyChanged,
    async ask(world) {
      const { bodies } = await hear(world, [refusal('provider_unavailable'), completion()]);
      if (bodies.length < 2) return 'no retry';
      return new Set(bodies).size === 1 ? 'the same bytes' : '**other bytes**';
    },
  },
  {
    question: 'answer lost after the request was sent',
    finding: keyLost,
    ask: async (world) => retriesIn(await hear(world, [{ ending: 'lost' }, completion()])),
  },
];

/** When an SDK sends again, and how. */
export const retryProbes: readonly Probe[] = [...failures, ...retryAfter, ...idempotency];
