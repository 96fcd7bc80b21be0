/**
 * By standing rule: the checks whose cases show what it is judged on, each with how many of its first cases are enough. Run where the rule is selected alone.
 * Made by `npm run donors`.
 */
export const standingDonors: Readonly<Record<string, string>> = {
  'chat.field.id.type': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.object.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.created.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.model.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.choices.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.choices-index.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.choices-message.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.choices-finish-reason.type':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'chat.field.usage.type': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.finish-reason*3',
  'chat.field.usage-prompt-tokens.type': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.finish-reason*3',
  'chat.field.usage-completion-tokens.type': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.finish-reason*3',
  'chat.field.usage-total-tokens.type': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.finish-reason*3',
  'chat.field.usage-total-tokens.sum': 'chat.metadata.enabled*7 model.list.usable*1 chat.relay.finish-reason*3',
  'chat.response.error-free':
    'chat.metadata.enabled*7 model.list.usable*1 chat.relay.content*3 chat.relay.finish-reason*3',
  'error.envelope.object':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.upstream.rate-limited*1 chat.moderation.refused*1 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 model.get.unknown*1 job.cancel.malformed*1 fallback.list.forbidden-entry*1 auth.key.expired*1 error.internal.recovered*1 auth.policy.retention-media*1',
  'error.envelope.only-error':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.upstream.rate-limited*1 chat.moderation.refused*1 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 model.get.unknown*1 job.cancel.malformed*1 fallback.list.forbidden-entry*1 auth.key.expired*1 error.internal.recovered*1 auth.policy.retention-media*1',
  'error.envelope.content-type':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.upstream.rate-limited*1 chat.moderation.refused*1 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 model.get.unknown*1 job.cancel.malformed*1 fallback.list.forbidden-entry*1 auth.key.expired*1 error.internal.recovered*1 auth.policy.retention-media*1',
  'error.envelope.code-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.code-known':
    'error.message.unknown-model*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 model.get.unknown*1 job.cancel.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1 error.snapshot.recovered*1',
  'error.envelope.message-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.kind-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.kind-known':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.scope-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.scope-known':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.type-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.param-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.param-null':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.request-id-type':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.envelope.generation-id-type':
    'model.list.usable*1 error.terminal.same-again*9 stream.failure.message*1 error.upstream.rate-limited*1 error.upstream.timeout*1 error.upstream.endless*1',
  'error.envelope.generation-id-early':
    'auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.terminal.same-again*4 auth.key.expired*1 fallback.list.forbidden-entry*2 fallback.limit.refused-media*2 limit.body.refused-media*2 model.get.forbidden*1 auth.address.read*1 auth.address.refused-cancel-without-effect*1',
  'error.envelope.retry-after-type':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 error.snapshot.recovered*1 limit.rate.refused-media*2 error.snapshot.expired*4',
  'error.envelope.attempts-type':
    'model.list.usable*1 error.terminal.same-again*9 stream.failure.message*1 error.upstream.rate-limited*1 error.upstream.timeout*1 error.upstream.endless*1',
  'error.envelope.attempts-status':
    'model.list.usable*1 error.terminal.same-again*9 stream.failure.message*1 error.upstream.rate-limited*1 error.upstream.timeout*1 error.upstream.endless*1',
  'error.envelope.attempts-kind':
    'model.list.usable*1 error.terminal.same-again*9 stream.failure.message*1 error.upstream.rate-limited*1 error.upstream.timeout*1 error.upstream.endless*1',
  'error.envelope.attempts-kind-known':
    'model.list.usable*1 error.terminal.same-again*9 stream.failure.message*1 error.upstream.rate-limited*1 error.upstream.timeout*1 error.upstream.endless*1',
  'error.envelope.request-id-unknown': 'error.internal.recovered*1 error.internal.refused*4',
  'error.envelope.conflict-fields':
    'error.message.unknown-model*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 model.get.unknown*1 job.cancel.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 job.cancel.again*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.header.request-id-present':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.upstream.rate-limited*1 chat.moderation.refused*1 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 model.get.unknown*1 job.cancel.malformed*1 fallback.list.forbidden-entry*1 auth.key.expired*1 error.internal.recovered*1 auth.policy.retention-media*1',
  'error.header.request-id-equal':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1 auth.policy.retention-media*1 fallback.list.forbidden-entry*1 limit.body.refused-chat*1',
  'error.header.retry-after-present':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 error.snapshot.recovered*1 limit.rate.refused-media*2 error.snapshot.expired*4',
  'error.header.retry-after-seconds':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 error.snapshot.recovered*1 limit.rate.refused-media*2 error.snapshot.expired*4',
  'error.header.retry-after-equal':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 error.snapshot.recovered*1 limit.rate.refused-media*2 error.snapshot.expired*4',
  'error.code.invalid-request.status': 'chat.refusal.names-wrong-field*1 idempotency.refused.corrected-body*3',
  'error.code.invalid-request.kind': 'chat.refusal.names-wrong-field*1 idempotency.refused.corrected-body*3',
  'error.code.policy-conflict.status': 'error.terminal.same-again*10 auth.policy.retention-media*3',
  'error.code.policy-conflict.kind': 'error.terminal.same-again*10 auth.policy.retention-media*3',
  'error.code.unsupported-capability.status': 'error.terminal.same-again*8',
  'error.code.unsupported-capability.kind': 'error.terminal.same-again*8',
  'error.code.context-length-exceeded.status': 'error.terminal.same-again*7 chat.context.endpoint-refused*1',
  'error.code.context-length-exceeded.kind': 'error.terminal.same-again*7 chat.context.endpoint-refused*1',
  'error.code.unauthorized.status': 'auth.key.unknown*1 auth.key.missing*4',
  'error.code.unauthorized.kind': 'auth.key.unknown*1 auth.key.missing*4',
  'error.code.budget-exceeded.status': 'error.terminal.same-again*1 auth.cap.media*3',
  'error.code.budget-exceeded.kind': 'error.terminal.same-again*1 auth.cap.media*3',
  'error.code.insufficient-credit.status': 'idempotency.refused.same-body*3',
  'error.code.insufficient-credit.kind': 'idempotency.refused.same-body*3',
  'error.code.forbidden.status':
    'error.terminal.same-again*3 fallback.list.forbidden-entry*2 model.get.forbidden*1 auth.address.read*4 auth.address.refused-cancel-without-effect*1',
  'error.code.forbidden.kind':
    'error.terminal.same-again*3 fallback.list.forbidden-entry*2 model.get.forbidden*1 auth.address.read*4 auth.address.refused-cancel-without-effect*1',
  'error.code.moderation-refused.status': 'error.terminal.same-again*9',
  'error.code.moderation-refused.kind': 'error.terminal.same-again*9 stream.failure-cause.moderation*2',
  'error.code.model-not-found.status': 'model.get.unknown*1 model.get.preset*1',
  'error.code.model-not-found.kind': 'model.get.unknown*1 model.get.preset*1',
  'error.code.no-endpoint-available.status': 'error.message.unknown-model*5',
  'error.code.no-endpoint-available.kind': 'error.message.unknown-model*5',
  'error.code.job-not-found.status': 'job.cancel.malformed*1 job.read.malformed*1 job.retry-of.unknown*2',
  'error.code.job-not-found.kind': 'job.cancel.malformed*1 job.read.malformed*1 job.retry-of.unknown*2',
  'error.code.idempotency-conflict.status':
    'idempotency.body.different-chat*1 idempotency.chat.after-finish*3 idempotency.body.first-result-kept*1',
  'error.code.idempotency-conflict.kind':
    'idempotency.body.different-chat*1 idempotency.chat.after-finish*3 idempotency.body.first-result-kept*1',
  'error.code.payload-too-large.status': 'error.terminal.same-again*14',
  'error.code.payload-too-large.kind': 'error.terminal.same-again*14',
  'error.code.rate-limited.status':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 limit.rate.refused-media*2',
  'error.code.rate-limited.kind':
    'error.upstream.rate-limited*1 webhook.event.none-for-refused*7 limit.rate.refused-media*2',
  'error.code.internal-error.status': 'error.internal.recovered*1 error.internal.refused*4',
  'error.code.internal-error.kind': 'error.internal.recovered*1 error.internal.refused*4',
  'error.code.provider-unavailable.status':
    'model.list.usable*1 error.upstream.not-relayed*7 error.upstream.server-error*6',
  'error.code.provider-unavailable.kind':
    'model.list.usable*1 stream.failure.message*1 stream.failure-cause.cut*4 error.upstream.not-relayed*7 error.upstream.server-error*6 error.attempts.count*1',
  'error.code.provider-empty-response.status': 'model.list.usable*1',
  'error.code.provider-empty-response.kind': 'model.list.usable*1',
  'error.code.provider-payment-required.status': 'error.upstream.payment-required*1',
  'error.code.provider-payment-required.kind': 'error.upstream.payment-required*1',
  'error.code.provider-unauthorized.status': 'error.upstream.unauthorized*1 error.upstream.forbidden*1',
  'error.code.provider-unauthorized.kind': 'error.upstream.unauthorized*1 error.upstream.forbidden*1',
  'error.code.snapshot-expired.status': 'error.snapshot.recovered*1 error.snapshot.expired*4',
  'error.code.snapshot-expired.kind': 'error.snapshot.recovered*1 error.snapshot.expired*4',
  'error.code.upstream-timeout.status': 'error.upstream.server-error*7 error.upstream.timeout*1',
  'error.code.upstream-timeout.kind':
    'stream.failover.never-after-content*1 error.upstream.server-error*7 error.upstream.timeout*1',
  'error.code.request-timeout.kind': 'error.upstream.endless*1',
  'error.code.retention-expired.jobs-only':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.internal.recovered*1 limit.body.refused-chat*1 error.snapshot.recovered*1 error.upstream.endless*1 error.upstream.not-relayed*1 error.attempts.count*1 chat.context.endpoint-refused*1 error.upstream.forbidden*1',
  'error.code.run-not-found.never':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 webhook.event.failed*2 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 stream.failover.never-after-content*1 stream.failure-cause.moderation*2 webhook.recipient.every-endpoint*1 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 stream.failure-cause.cut*4 error.upstream.server-error*7 error.internal.recovered*1 model.get.unknown*1 job.cancel.malformed*1',
  'error.code.client-disconnected.status':
    'error.message.unknown-model*1 idempotency.body.different-chat*1 model.list.usable*1 auth.key.unknown*1 chat.refusal.names-wrong-field*1 error.upstream.rate-limited*1 chat.moderation.refused*1 error.upstream.server-error*7 auth.cap.chat*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 model.get.unknown*1 job.cancel.malformed*1 fallback.list.forbidden-entry*1 auth.key.expired*1 error.internal.recovered*1 auth.policy.retention-media*1',
  'error.code.client-disconnected.kind':
    'webhook.event.failed*6 stream.failure.message*1 stream.failover.never-after-content*1 webhook.recipient.every-endpoint*1 stream.failure-cause.moderation*2 stream.failure-cause.cut*4 media.failure.unavailable*1 error.attempts.count*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.id.same-on-retry*2 error.upstream.endless*1 webhook.failure.redirect*1',
  'error.type.same-for-code':
    'error.request-id.distinct*4 model.list.usable*1 stream.early.refused-body*1 stream.early.missing-key*1 idempotency.refused.after-failure*1 auth.address.read*1 error.terminal.same-again*1 auth.key.expired*1 error.internal.refused*1 limit.rate.without-effect*1',
  'job.field.id.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.id.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.generation-id.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.generation-id.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.modality.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.modality.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.model.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.model.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.created-at.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.created-at.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.started-at.type': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.field.completed-at.type': 'error.terminal.same-again*13',
  'job.field.output.type': 'error.terminal.same-again*13',
  'job.field.usage.type': 'error.terminal.same-again*13',
  'job.field.error.type':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.retry-of.type':
    'webhook.recipient.every-job*3 webhook.data.equals-read-failed*3 media.forward.transcription-inputs*3 webhook.data.equals-read-canceled*3',
  'job.field.progress-percent.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress-phase.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress-queue-position.type': 'idempotency.key.left-out*3 job.retry-of.echoed*1',
  'job.field.output-url.type': 'error.terminal.same-again*13',
  'job.field.output-url-expires-at.type': 'error.terminal.same-again*13',
  'job.field.output-type.type': 'error.terminal.same-again*13',
  'job.field.output-bytes.type': 'error.terminal.same-again*13',
  'job.field.output-checksum-sha256.type': 'error.terminal.same-again*13',
  'job.field.output-purged-at.type': 'job.output.purged-gone*2',
  'job.field.usage-units.type': 'error.terminal.same-again*13',
  'job.field.usage-cost.type': 'error.terminal.same-again*13',
  'job.field.usage-cost-billing-usd.type': 'error.terminal.same-again*13',
  'job.field.usage-cost-cost-source.type': 'error.terminal.same-again*13',
  'job.field.usage-cost-cost-status.type': 'error.terminal.same-again*13',
  'job.field.usage-cost-price-version.type': 'error.terminal.same-again*13',
  'job.field.error-kind.type':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.error-scope.type':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.svc-metadata-generation-id.type':
    'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata-requested-model.type':
    'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata-retention-class.type':
    'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata-region.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.svc-metadata-policy.type': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.object.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.object.value': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.state.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.state.known': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress-percent.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.progress-phase.present': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.field.usage-units.value-type': 'error.terminal.same-again*13',
  'job.field.error-code.present':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.error-code.known':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.error-message.present':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.error-kind.of-code':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.field.svc-metadata-generation-id.equal':
    'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.state.final-stays':
    'signature.secret.own-endpoint*2 webhook.recipient.every-endpoint*1 webhook.event.failed*1 webhook.recipient.every-job*5 webhook.event.transcription*1 webhook.data.equals-read-canceled*1',
  'job.state.no-return-to-queued':
    'error.unknown-route.status*3 webhook.recipient.registered-url*2 webhook.event.transcription*1 media.failure.unauthorized*1 media.failure.rate-limited*1 media.failure.empty*1 webhook.acknowledged.status-200*2',
  'job.identity.id': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.id-prefix': 'idempotency.key.left-out*3 job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.generation-id': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.created-at': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.modality': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.model':
    'signature.secret.own-endpoint*2 webhook.recipient.every-endpoint*1 webhook.event.failed*1 webhook.recipient.every-job*5 webhook.event.transcription*1 webhook.data.equals-read-canceled*1',
  'job.identity.requested-model': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.identity.retry-of':
    'webhook.recipient.every-job*3 webhook.data.equals-read-failed*3 webhook.data.equals-read-canceled*3 job.retry-of.echoed*4',
  'job.identity.output':
    'signature.secret.own-endpoint*2 webhook.event.transcription*1 webhook.recipient.every-job*5 webhook.acknowledged.status-200*2',
  'job.identity.started-at':
    'signature.secret.own-endpoint*2 webhook.recipient.every-endpoint*1 webhook.event.failed*1 webhook.recipient.every-job*5 webhook.event.transcription*1 webhook.data.equals-read-canceled*1',
  'job.identity.end':
    'job.read.restricted-key*2 signature.value.failed-job*1 webhook.data.equals-read-failed*3 job.zdr.output-gone*1 job.output.purged-gone*1',
  'job.time.created-before-started': 'job.read.malformed*1 error.terminal.same-again*13',
  'job.time.started-before-completed': 'error.terminal.same-again*13',
  'job.time.created-before-completed': 'error.terminal.same-again*13',
  'job.time.completed-only-when-final': 'idempotency.key.left-out*3 job.read.malformed*1 job.retry-of.echoed*1',
  'job.time.started-only-when-begun': 'idempotency.key.left-out*3 job.retry-of.echoed*1',
  'job.output.on-succeeded': 'error.terminal.same-again*13',
  'job.output.none-on-failed':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.output.none-on-canceled':
    'webhook.data.equals-read-canceled*4 webhook.id.same-on-retry*3 webhook.failure.status-4xx*21',
  'job.output.link-unexpired': 'error.terminal.same-again*13',
  'job.error.on-failed':
    'webhook.event.failed*6 webhook.recipient.every-endpoint*1 media.failure.unavailable*1 media.failure.rate-limited*1 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.recipient.registered-url*2 webhook.data.equals-read-failed*3',
  'job.error.none-on-succeeded': 'error.terminal.same-again*13',
  'job.error.none-before-end': 'idempotency.key.left-out*3 job.read.malformed*1 job.retry-of.echoed*1',
  'job.retry-of.earlier-job':
    'webhook.recipient.every-job*3 webhook.data.equals-read-failed*3 media.forward.transcription-inputs*3 webhook.data.equals-read-canceled*3',
  'model.field.id.present':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.id.slash':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.object.value':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.created.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.owned-by.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.modality.present':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.modality.known':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.pricing.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.pricing-price-version.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.pricing-currency.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.pricing-rules.type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.pricing-rules.item-type':
    'model.agreement.created*1 model.agreement.inputs*2 model.get.listed*6 model.list.restricted*2',
  'model.field.inputs.type': 'model.agreement.created*1 model.agreement.inputs*2 model.list.restricted*2',
  'model.list.object': 'model.agreement.created*1 model.list.restricted*2',
  'model.list.data': 'model.agreement.created*1 model.list.restricted*2',
  'model.list.unique': 'model.agreement.created*1 model.list.restricted*2',
  'signature.header.timestamp-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.timestamp-seconds':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.v1-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.separators':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.lowercase':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.hexadecimal':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.header.timestamp-first':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.value.matches':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.value.every-v1':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'signature.value.one-without-rotation':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'stream.event.content-type':
    'stream.answered.as-events*1 idempotency.chat.stream-after-finish*4 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 stream.failure-cause.moderation*2 error.attempts.count*1 error.upstream.endless*1',
  'stream.event.json':
    'stream.answered.as-events*1 idempotency.chat.stream-after-finish*4 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 stream.failure-cause.moderation*2 error.attempts.count*1 error.upstream.endless*1',
  'stream.event.done-last':
    'stream.answered.as-events*1 idempotency.chat.stream-after-finish*4 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 stream.failure-cause.moderation*2 error.attempts.count*1 error.upstream.endless*1',
  'stream.event.done-once':
    'stream.answered.as-events*1 idempotency.chat.stream-after-finish*4 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 stream.failure-cause.moderation*2 error.attempts.count*1 error.upstream.endless*1',
  'stream.event.nothing-after-done':
    'stream.answered.as-events*1 idempotency.chat.stream-after-finish*4 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 stream.failure-cause.moderation*2 error.attempts.count*1 error.upstream.endless*1',
  'webhook.event.known-type':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.event.type-of-state':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.method':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.content-type':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.event-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.event-equals-type':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.id-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.id-prefix':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.id-of-one-event':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.signature-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.delivery.without-api-key':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.json':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.id-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.id-prefix':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.type-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.created-at-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.created-at-type':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.created-at-plausible':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.data-present':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.body.data-id-prefix':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
  'webhook.data.equals-every-read':
    'job.read.found*1 webhook.event.failed*1 webhook.recipient.every-endpoint*1 webhook.event.transcription*1 signature.value.failed-job*2 webhook.recipient.every-job*3 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1 webhook.failure.status-4xx*4',
  'webhook.data.final':
    'webhook.recipient.every-job*3 signature.value.exact-bytes*1 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 signature.secret.own-endpoint*2 webhook.acknowledged.status-200*2 webhook.schedule.whatever-the-failure*1',
};
