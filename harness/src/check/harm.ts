/**
 * Kinds of harm, the worst first.
 *
 * - `exit`: a request makes the target go away
 * - `content`: content or an effect is lost, changed or doubled
 * - `money`: somebody pays wrongly, or spends without a limit
 * - `access`: somebody is let in who must not be, or shut out
 * - `shape`: anything else
 */
export const harms = ['exit', 'content', 'money', 'access', 'shape'] as const;
export type Harm = (typeof harms)[number];

/** What rules protect from, by the beginning of their ids; the first that fits counts. */
const protections: readonly (readonly [harm: Harm, rules: readonly string[]])[] = [
  [
    'content',
    [
      'chat.relay.content',
      'chat.relay.own-answer',
      'chat.relay.tool-calls',
      'chat.relay.unicode',
      'client.idempotency.lost-answer',
      'client.stream.connection-lost',
      'client.stream.content',
      'client.stream.error-noticed',
      'client.stream.missing-done',
      'client.stream.split-bytes',
      'client.stream.tool-calls',
      'fallback.answer.whole',
      'fallback.endpoint.whole-answer',
      'idempotency.chat.one-generation',
      'idempotency.chat.simultaneous',
      'idempotency.chat.stream-one-generation',
      'idempotency.media.one-run',
      'idempotency.media.simultaneous',
      'idempotency.precedence.no-second-run',
      'job.output.bytes-match',
      'job.output.checksum-match',
      'job.output.each-image',
      'job.output.file-of-endpoint',
      'receiver.duplicate.',
      'stream.failover.',
      'stream.failure.chunk',
      'stream.failure.prefix-kept',
      'stream.failure-cause.',
      'stream.relay.content',
      'stream.relay.own-answer',
      'stream.relay.same-as-json',
      'stream.relay.split-bytes',
      'stream.relay.tool-calls',
      'stream.relay.unicode',
      'stream.relay.whitespace',
      'webhook.event.once-per-job',
    ],
  ],
  [
    'money',
    [
      'auth.cap.',
      'auth.credit.',
      'chat.refusal.uncharged',
      'chat.served.charged-once',
      'client.idempotency.',
      'idempotency.chat.charged-once',
      'idempotency.media.charged-once',
      'limit.spend.',
      'media.refusal.uncharged',
      'version.price.',
    ],
  ],
  ['access', ['auth.', 'idempotency.refused.foreign-key', 'job.isolation.', 'job.zdr.', 'receiver.forged.']],
];

/** The harm that a broken rule does. */
export function harmOfRule(rule: string): Harm {
  return protections.find(([, starts]) => starts.some((start) => rule.startsWith(start)))?.[0] ?? 'shape';
}

/** The worst of several; `shape` of none. */
export function worstOf(given: readonly Harm[]): Harm {
  return harms.find((harm) => given.includes(harm)) ?? 'shape';
}

/** The beginnings of rule ids that decide the harm. */
export const protectedRules: readonly string[] = protections.flatMap(([, starts]) => starts);
