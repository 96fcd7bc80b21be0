import type { Rule } from '@gateproof/spec';

/** Beginnings of the ids of rules whose checks make the exchanges that standing rules are judged on, by the beginning of those. */
const donors: readonly (readonly [standing: string, active: readonly string[]])[] = [
  ['answer.', ['model.list.answered', 'chat.relay.content', 'stream.relay.content']],
  ['chat.', ['chat.relay.content', 'chat.metadata', 'chat.accepted.max-tokens']],
  ['error.code.unauthorized', ['auth.key.unknown']],
  ['error.code.policy-conflict', ['auth.policy']],
  ['error.code.unsupported-capability', ['chat.feature']],
  ['error.code.context-length-exceeded', ['chat.context']],
  ['error.code.budget-exceeded', ['auth.cap']],
  ['error.code.run-not-found', ['model.get', 'job.read']],
  ['error.code.client-disconnected.kind', ['media.failure']],
  ['error.code.retention-expired.jobs-only', ['error.upstream.timeout']],
  ['error.code.insufficient-credit', ['auth.credit']],
  ['error.code.forbidden', ['auth.model', 'auth.address']],
  ['error.code.moderation-refused', ['chat.moderation']],
  ['error.code.model-not-found', ['model.get']],
  ['error.code.no-endpoint-available', ['chat.model']],
  ['error.code.job-not-found', ['job.read', 'job.isolation']],
  ['error.code.idempotency-conflict', ['idempotency.body', 'job.cancel-finished']],
  ['error.code.payload-too-large', ['limit.body']],
  ['error.code.rate-limited', ['limit.rate']],
  ['error.code.internal-error', ['error.internal']],
  ['error.code.snapshot-expired', ['error.snapshot']],
  ['error.code.retention-expired', ['job.zdr']],
  ['error.code.client-disconnected', ['error.upstream', 'stream.failover', 'chat.relay']],
  ['error.code.invalid-request', ['chat.body.empty', 'chat.refusal']],
  ['error.code.', ['error.upstream', 'fallback.exhausted', 'media.failure', 'stream.failure-cause']],
  [
    'error.',
    [
      'auth.key.unknown',
      'chat.body.empty',
      'limit.rate',
      'error.internal',
      'error.upstream',
      'idempotency.chat',
      'error.unknown-route',
      'stream.failure.',
    ],
  ],
  ['client.request.', ['client.answer.', 'client.job.']],
  ['job.', ['job.outcome', 'job.read', 'job.cancel.', 'job.retry-of', 'media.failure', 'job.output.fresh']],
  ['model.', ['model.list.answered', 'model.get.listed', 'model.agreement']],
  ['signature.', ['webhook.event', 'rotation.']],
  ['stream.', ['stream.answered', 'stream.relay', 'stream.failure.']],
  ['webhook.data.equals-every-read', ['rotation.new-secret', 'rotation.two-signatures']],
  ['webhook.', ['webhook.event', 'webhook.failure', 'webhook.schedule.eight']],
];

/** The rules that are run beside a standing rule; none beside any other. */
export function donorsOf(rule: Rule, catalogue: readonly Rule[]): readonly Rule[] {
  if (rule.kind !== 'standing') return [];
  const starts = donors.find(([standing]) => rule.id.startsWith(standing))?.[1] ?? [];
  return catalogue.filter(({ id, kind }) => kind === 'active' && starts.some((start) => id.startsWith(start)));
}
