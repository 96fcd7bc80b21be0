/**
 * By standing rule: the checks whose cases show what it is judged on, each with how many of its first cases are enough. Run where the rule is selected alone.
 * Made by `npm run donors`.
 */
export const standingDonors: Readonly<Record<string, string>> = {
  'chat.field.id.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.object.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.created.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.model.type':
    'chat.model.echoed*2 fallback.answer.model-named*2 chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.choices.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.choices-index.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.choices-message.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.choices-finish-reason.type':
    'chat.relay.finish-reason*3 chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*3 chat.relay.tool-calls*1 auth.address.inside*1 limit.body.within*4',
  'chat.field.usage.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*2 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.usage-prompt-tokens.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*2 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.usage-completion-tokens.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*2 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.usage-total-tokens.type':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*2 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.field.usage-total-tokens.sum':
    'chat.metadata.enabled*7 job.read.malformed*1 auth.key.accepted*1 idempotency.chat.stream-form*1 auth.address.chat*5 chat.relay.content*2 chat.relay.tool-calls*1 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'chat.response.error-free':
    'chat.response.json*2 chat.relay.content*3 chat.relay.unicode*2 chat.relay.tool-calls*2 stream.answered.json-when-false*2 stream.relay.same-as-json*2 chat.metadata.enabled*2 job.read.malformed*1 auth.key.accepted*1 auth.address.chat*5 auth.address.inside*1 chat.relay.finish-reason*3 limit.body.within*4',
  'error.envelope.object':
    'error.upstream.not-relayed*2 chat.body.empty*1 error.message.unknown-model*5 model.get.unknown*1 auth.key.required*2 job.read.malformed*1 job.cancel.malformed*1 idempotency.body.different-chat*1 media.body.upload*1 auth.address.read*1 error.upstream.rate-limited*1 media.body.not-object*1 chat.moderation.refused*1 auth.key.expired*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 stream.early.server-error*1 model.get.forbidden*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.only-error':
    'error.upstream.not-relayed*2 stream.early.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 auth.address.read*1 media.body.not-object*1 error.upstream.rate-limited*1 media.model.malformed*2 chat.moderation.refused*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 limit.spend.chat-and-media*2 idempotency.body.first-result-kept*2 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.request-id.distinct*1 error.upstream.timeout*1 limit.body.chunked*1 error.internal.refused*4 limit.rate.refused-media*2 limit.body.refused-media*2 error.snapshot.recovered*1',
  'error.envelope.content-type':
    'media.body.upload*2 stream.early.unknown-model*1 model.get.unknown*1 auth.key.required*2 job.read.malformed*1 job.cancel.malformed*1 chat.body.not-object*1 idempotency.body.different-chat*1 error.message.unknown-model*5 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 auth.key.expired*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 media.body.models.type*1 model.get.forbidden*1 error.request-id.distinct*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 idempotency.refused.same-body*2 error.internal.refused*4',
  'error.envelope.code-present':
    'job.cancel-finished.code*2 stream.failure.code*3 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 error.upstream.rate-limited*1 auth.address.read*5 media.body.upload*1 fallback.exhausted.all-asked*1 chat.context.endpoint-refused*1 media.body.not-object*1 chat.moderation.refused*1 idempotency.chat.client-gone*1 media.model.malformed*2 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 model.get.forbidden*1 error.request-id.distinct*1 idempotency.refused.same-body*2 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1',
  'error.envelope.code-known':
    'stream.failure.code*3 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 error.upstream.rate-limited*1 auth.address.read*5 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 fallback.list.forbidden-entry*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.request-id.distinct*1 idempotency.refused.same-body*2 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1',
  'error.envelope.message-present':
    'stream.failure.message*4 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 model.get.forbidden*1 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.kind-present':
    'stream.failure.kind*3 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.kind-known':
    'stream.failure.kind*3 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.scope-present':
    'error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 stream.failover.never-after-content*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.scope-known':
    'error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 stream.failover.never-after-content*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.type-present':
    'error.type.rate-limited*2 model.get.unknown*1 error.message.unknown-model*5 auth.key.required*2 job.read.malformed*1 chat.body.malformed*1 job.cancel.malformed*1 idempotency.body.different-chat*1 stream.failure.message*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.body.not-object*1 media.body.audio-scheme*1 auth.key.expired*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 model.get.forbidden*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.upstream.endless*1 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.param-present':
    'error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 stream.failover.never-after-content*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.param-null':
    'error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 stream.failure.message*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 stream.failover.never-after-content*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.envelope.request-id-type':
    'error.request-id.distinct*3 stream.failure.request-id*3 model.get.unknown*1 auth.key.missing*4 error.upstream.rate-limited*1 auth.address.read*1 media.odd.deep*2 fallback.exhausted.all-asked*1 chat.context.endpoint-refused*1 chat.moderation.refused*1 idempotency.chat.client-gone*1 job.cancel.again*1 media.model.malformed*2 fallback.list.forbidden-entry*2 limit.spend.chat-and-media*2 idempotency.body.first-result-kept*2 job.cancel.malformed*1 error.upstream.timeout*1 limit.body.chunked*1 error.internal.refused*4 limit.rate.refused-media*2 limit.body.refused-media*2 model.get.forbidden*1 chat.body.not-object*1 error.snapshot.recovered*1',
  'error.envelope.generation-id-type':
    'error.generation-id.distinct*2 stream.failure.generation-id*3 model.list.usable*1 error.terminal.same-again*9 error.upstream.rate-limited*1 chat.context.endpoint-refused*1 error.upstream.server-error*7 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 stream.failure.message*1 error.upstream.payment-required*1 error.upstream.unauthorized*1 error.upstream.endless*1 error.upstream.not-relayed*7 error.attempts.count*1 fallback.exhausted.all-asked*1 error.upstream.forbidden*1',
  'error.envelope.generation-id-early':
    'auth.key.required*2 auth.key.missing*6 chat.body.malformed*1 idempotency.refused.corrected-body*1 auth.address.read*5 media.body.audio-scheme*1 model.get.forbidden*1 fallback.list.forbidden-entry*3 auth.address.refused-cancel-without-effect*1 media.body.not-object*1 stream.early.refused-body*1 error.terminal.same-again*4 limit.body.refused-media*2 limit.body.chunked*1',
  'error.envelope.retry-after-type':
    'error.upstream.rate-limited*5 webhook.event.none-for-refused*7 fallback.answer.no-list*8 error.snapshot.expired*4 limit.rate.refused-media*2 limit.rate.refused-chat*2',
  'error.envelope.attempts-type':
    'error.attempts.count*3 model.list.usable*1 error.terminal.same-again*9 error.upstream.rate-limited*1 chat.context.endpoint-refused*1 stream.failover.never-after-content*1 error.upstream.server-error*7 stream.failure-cause.moderation*2 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 error.upstream.payment-required*1 error.upstream.unauthorized*1 error.upstream.endless*1 stream.failure.message*1 error.upstream.not-relayed*7 error.upstream.forbidden*1',
  'error.envelope.attempts-status':
    'error.attempts.count*3 model.list.usable*1 error.terminal.same-again*9 error.upstream.rate-limited*1 chat.context.endpoint-refused*1 stream.failover.never-after-content*1 error.upstream.server-error*7 stream.failure-cause.moderation*2 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 error.upstream.payment-required*1 error.upstream.unauthorized*1 error.upstream.endless*1 stream.failure.message*1 error.upstream.not-relayed*7 error.upstream.forbidden*1',
  'error.envelope.attempts-kind':
    'error.attempts.count*3 model.list.usable*1 error.terminal.same-again*9 error.upstream.rate-limited*1 chat.context.endpoint-refused*1 stream.failover.never-after-content*1 error.upstream.server-error*7 stream.failure-cause.moderation*2 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 error.upstream.payment-required*1 error.upstream.unauthorized*1 error.upstream.endless*1 stream.failure.message*1 error.upstream.not-relayed*7 error.upstream.forbidden*1',
  'error.envelope.attempts-kind-known':
    'error.attempts.count*3 stream.failure.kind*3 model.list.usable*1 error.terminal.same-again*9 error.upstream.rate-limited*1 chat.context.endpoint-refused*1 error.upstream.server-error*7 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 error.upstream.payment-required*1 error.upstream.unauthorized*1 error.upstream.endless*1 stream.failure.message*1 error.upstream.not-relayed*7 error.upstream.forbidden*1',
  'error.envelope.request-id-unknown': 'error.internal.refused*4',
  'error.envelope.conflict-fields':
    'stream.failure.no-conflict-fields*3 error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 job.cancel.again*1 fallback.list.forbidden-entry*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.request-id.distinct*1 idempotency.refused.same-body*2 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.internal.refused*4',
  'error.header.request-id-present':
    'error.request-id.distinct*2 model.get.unknown*1 auth.key.required*2 job.read.malformed*1 chat.body.malformed*1 job.cancel.malformed*1 error.message.unknown-model*5 idempotency.body.different-chat*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 media.body.not-object*1 media.body.audio-scheme*1 auth.key.expired*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 stream.early.server-error*1 error.upstream.timeout*1 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 model.get.forbidden*1 error.snapshot.recovered*1 idempotency.refused.same-body*2',
  'error.header.request-id-equal':
    'error.request-id.distinct*3 stream.failure.request-id*3 model.get.unknown*1 auth.key.missing*4 error.upstream.rate-limited*1 auth.address.read*1 media.odd.deep*2 fallback.exhausted.all-asked*1 chat.context.endpoint-refused*1 chat.moderation.refused*1 idempotency.chat.client-gone*1 job.cancel.again*1 media.model.malformed*2 fallback.list.forbidden-entry*2 limit.spend.chat-and-media*2 idempotency.body.first-result-kept*2 job.cancel.malformed*1 error.upstream.timeout*1 limit.body.chunked*1 error.internal.refused*4 limit.rate.refused-media*2 limit.body.refused-media*2 model.get.forbidden*1 chat.body.not-object*1 error.snapshot.recovered*1',
  'error.header.retry-after-present':
    'error.upstream.rate-limited*5 webhook.event.none-for-refused*7 fallback.answer.no-list*8 error.snapshot.expired*4 limit.rate.refused-media*2 limit.rate.refused-chat*2',
  'error.header.retry-after-seconds':
    'error.upstream.rate-limited*5 webhook.event.none-for-refused*7 fallback.answer.no-list*8 error.snapshot.expired*4 limit.rate.refused-media*2 limit.rate.refused-chat*2',
  'error.header.retry-after-equal':
    'error.upstream.rate-limited*5 webhook.event.none-for-refused*7 fallback.answer.no-list*8 error.snapshot.expired*4 limit.rate.refused-media*2 limit.rate.refused-chat*2',
  'error.code.invalid-request.status':
    'chat.body.empty*2 chat.body.never-served*2 chat.body.malformed*2 chat.body.not-object*2 chat.body.model.missing*2 chat.body.model.type*2 chat.body.messages.missing*2 chat.body.messages.type*2 fallback.limit.refused-media*2 stream.early.refused-body*1 idempotency.refused.corrected-body*1 media.refusal.without-effect*1 error.terminal.same-again*15',
  'error.code.invalid-request.kind':
    'chat.body.empty*2 chat.body.never-served*2 chat.body.malformed*2 chat.body.not-object*2 chat.body.model.missing*2 chat.body.model.type*2 chat.body.messages.missing*2 chat.body.messages.type*2 fallback.limit.refused-media*2 stream.early.refused-body*1 idempotency.refused.corrected-body*1 media.refusal.without-effect*1 error.terminal.same-again*15',
  'error.code.policy-conflict.status':
    'auth.policy.retention-chat*2 auth.policy.region-chat*2 auth.policy.retention-media*3 auth.policy.region-media*2 error.terminal.same-again*10 auth.policy.inside*4 auth.policy.refused-without-effect*1',
  'error.code.policy-conflict.kind':
    'auth.policy.retention-chat*2 auth.policy.region-chat*2 auth.policy.retention-media*3 auth.policy.region-media*2 error.terminal.same-again*10 auth.policy.inside*4 auth.policy.refused-without-effect*1',
  'error.code.unsupported-capability.status': 'chat.feature.unsupported*2 error.terminal.same-again*8',
  'error.code.unsupported-capability.kind': 'chat.feature.unsupported*2 error.terminal.same-again*8',
  'error.code.context-length-exceeded.status':
    'chat.context.too-long*2 chat.context.within*2 chat.context.endpoint-refused*2 limit.context.refused-stream*2 error.terminal.same-again*7 limit.context.own-model*2',
  'error.code.context-length-exceeded.kind':
    'chat.context.too-long*2 chat.context.within*2 chat.context.endpoint-refused*2 limit.context.refused-stream*2 error.terminal.same-again*7 limit.context.own-model*2',
  'error.code.unauthorized.status':
    'auth.key.missing*6 auth.key.unknown*2 auth.key.expired*2 auth.key.deleted*2 auth.key.refused-cancel-without-effect*1 auth.key.accepted*1 error.request-id.distinct*7',
  'error.code.unauthorized.kind':
    'auth.key.missing*6 auth.key.unknown*2 auth.key.expired*2 auth.key.deleted*2 auth.key.refused-cancel-without-effect*1 auth.key.accepted*1 error.request-id.distinct*7',
  'error.code.budget-exceeded.status':
    'auth.cap.chat*2 auth.cap.media*3 limit.spend.adds-up*2 error.terminal.same-again*1 auth.cap.read*1 auth.cap.refused-without-effect*2 auth.cap.below*7',
  'error.code.budget-exceeded.kind':
    'auth.cap.chat*2 auth.cap.media*3 limit.spend.adds-up*2 error.terminal.same-again*1 auth.cap.read*1 auth.cap.refused-without-effect*2 auth.cap.below*7',
  'error.code.insufficient-credit.status':
    'auth.credit.chat*2 auth.credit.media*3 auth.credit.left*4 idempotency.refused.same-body*2 error.terminal.same-again*6 auth.credit.read*1 auth.credit.one-history*2',
  'error.code.insufficient-credit.kind':
    'auth.credit.chat*2 auth.credit.media*3 auth.credit.left*4 idempotency.refused.same-body*2 error.terminal.same-again*6 auth.credit.read*1 auth.credit.one-history*2',
  'error.code.forbidden.status':
    'auth.model.chat*2 auth.model.image*2 auth.model.transcription*2 auth.address.chat*4 auth.address.media*2 auth.address.read*5 error.terminal.same-again*3 model.get.forbidden*1 auth.address.refused-cancel-without-effect*1',
  'error.code.forbidden.kind':
    'auth.model.chat*2 auth.model.image*2 auth.model.transcription*2 auth.address.chat*4 auth.address.media*2 auth.address.read*5 error.terminal.same-again*3 model.get.forbidden*1 auth.address.refused-cancel-without-effect*1',
  'error.code.moderation-refused.status': 'chat.moderation.refused*2 error.terminal.same-again*9',
  'error.code.moderation-refused.kind':
    'chat.moderation.refused*2 stream.failure-cause.moderation*2 error.terminal.same-again*9',
  'error.code.model-not-found.status': 'model.get.unknown*2 model.get.preset*2 error.request-id.distinct*4',
  'error.code.model-not-found.kind': 'model.get.unknown*2 model.get.preset*2 error.request-id.distinct*4',
  'error.code.no-endpoint-available.status':
    'chat.model.unknown*2 chat.model.malformed*2 chat.provider.excluding-filter*2 error.message.unknown-model*2 error.message.excluding-filter*2 fallback.list.all-unknown*2 media.model.unknown-image*2 media.model.unknown-transcription*2 error.request-id.distinct*1 stream.early.unknown-model*1 idempotency.refused.corrected-body*2 webhook.event.none-for-chat*1 error.terminal.same-again*16',
  'error.code.no-endpoint-available.kind':
    'chat.model.unknown*2 chat.model.malformed*2 chat.provider.excluding-filter*2 error.message.unknown-model*2 error.message.excluding-filter*2 fallback.list.all-unknown*2 media.model.unknown-image*2 media.model.unknown-transcription*2 error.request-id.distinct*1 stream.early.unknown-model*1 idempotency.refused.corrected-body*2 webhook.event.none-for-chat*1 error.terminal.same-again*16',
  'error.code.job-not-found.status':
    'job.read.unknown*2 job.isolation.read*2 job.isolation.cancel*2 job.isolation.cancel-finished*2 job.isolation.same-refusal*2 job.cancel.unknown*2 job.retry-of.foreign*2 auth.key.accepted*1',
  'error.code.job-not-found.kind':
    'job.read.unknown*2 job.isolation.read*2 job.isolation.cancel*2 job.isolation.cancel-finished*2 job.isolation.same-refusal*2 job.cancel.unknown*2 job.retry-of.foreign*2 auth.key.accepted*1',
  'error.code.idempotency-conflict.status':
    'idempotency.chat.after-finish*2 idempotency.chat.simultaneous*2 idempotency.chat.in-progress*2 idempotency.chat.client-gone*2 idempotency.body.different-chat*2 idempotency.body.different-image*2 idempotency.body.different-transcription*19',
  'error.code.idempotency-conflict.kind':
    'idempotency.chat.after-finish*2 idempotency.chat.simultaneous*2 idempotency.chat.in-progress*2 idempotency.chat.client-gone*2 idempotency.body.different-chat*2 idempotency.body.different-image*2 idempotency.body.different-transcription*19',
  'error.code.payload-too-large.status':
    'limit.body.refused-chat*2 limit.body.refused-media*2 limit.body.chunked*2 limit.body.without-effect*3',
  'error.code.payload-too-large.kind':
    'limit.body.refused-chat*2 limit.body.refused-media*2 limit.body.chunked*2 limit.body.without-effect*3',
  'error.code.rate-limited.status':
    'error.upstream.rate-limited*5 limit.rate.refused-chat*2 limit.rate.refused-media*2 webhook.event.none-for-refused*7 limit.rate.refused-stream*1',
  'error.code.rate-limited.kind':
    'error.upstream.rate-limited*5 limit.rate.refused-chat*2 limit.rate.refused-media*2 webhook.event.none-for-refused*7 limit.rate.refused-stream*1',
  'error.code.internal-error.status': 'error.internal.refused*4 error.internal.recovered*2',
  'error.code.internal-error.kind': 'error.internal.refused*4 error.internal.recovered*2',
  'error.code.provider-unavailable.status':
    'error.upstream.unreachable*2 error.upstream.server-error*6 error.upstream.asked-again*2 error.upstream.connection-lost*3 error.upstream.malformed*2 fallback.exhausted.error*2 model.list.usable*1 stream.early.unreachable*1 webhook.event.none-for-chat*1 error.upstream.not-relayed*7',
  'error.code.provider-unavailable.kind':
    'error.upstream.unreachable*2 error.upstream.server-error*6 error.upstream.asked-again*2 error.upstream.connection-lost*3 error.upstream.malformed*2 fallback.exhausted.error*2 stream.failure.kind*2 model.list.usable*1 webhook.event.none-for-chat*1 stream.failure-cause.cut*4 stream.failure.message*1 error.upstream.not-relayed*7 error.attempts.count*1',
  'error.code.provider-empty-response.status': 'error.upstream.empty*2 stream.early.empty*3 model.list.usable*1',
  'error.code.provider-empty-response.kind': 'error.upstream.empty*2 stream.early.empty*3 model.list.usable*1',
  'error.code.provider-payment-required.status': 'error.upstream.payment-required*3 stream.early.server-error*7',
  'error.code.provider-payment-required.kind': 'error.upstream.payment-required*3 stream.early.server-error*7',
  'error.code.provider-unauthorized.status':
    'error.upstream.unauthorized*3 error.upstream.forbidden*2 stream.early.server-error*1',
  'error.code.provider-unauthorized.kind':
    'error.upstream.unauthorized*3 error.upstream.forbidden*2 stream.early.server-error*1',
  'error.code.snapshot-expired.status': 'error.snapshot.expired*4 error.snapshot.recovered*2',
  'error.code.snapshot-expired.kind': 'error.snapshot.expired*4 error.snapshot.recovered*2',
  'error.code.upstream-timeout.status': 'error.upstream.timeout*2 fallback.answer.no-list*13 stream.early.timeout*1',
  'error.code.upstream-timeout.kind': 'error.upstream.timeout*2 stream.failure.kind*2 error.upstream.server-error*7',
  'error.code.request-timeout.kind': 'error.upstream.endless*2',
  'error.code.retention-expired.jobs-only':
    'error.message.unknown-model*1 chat.body.malformed*1 stream.early.missing-key*1 idempotency.body.different-chat*1 error.terminal.same-again*1 model.list.usable*1 error.request-id.distinct*1 chat.body.not-object*1 stream.failure.message*1 error.upstream.rate-limited*1 chat.moderation.refused*1 auth.cap.read*1 stream.failover.never-after-content*1 chat.body.empty*1 error.upstream.server-error*7 auth.address.chat*5 stream.failure-cause.moderation*2 stream.failure-cause.cut*4 error.upstream.payment-required*1 error.upstream.unauthorized*1 limit.body.chunked*1 error.internal.recovered*1 error.snapshot.recovered*1 auth.address.inside*1 auth.key.missing*4',
  'error.code.run-not-found.never':
    'error.message.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 webhook.event.failed*1 stream.failure.message*1 error.upstream.rate-limited*1 auth.address.read*1 fallback.exhausted.all-asked*1 chat.moderation.refused*1 webhook.recipient.registered-url*2 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 error.upstream.timeout*1 limit.body.chunked*1 webhook.id.same-on-retry*2 limit.rate.refused-media*2 limit.body.refused-media*2 error.internal.recovered*1 job.cancel.malformed*1 model.get.forbidden*1 error.upstream.endless*1',
  'error.code.client-disconnected.status':
    'error.upstream.empty*1 stream.early.unknown-model*1 model.get.unknown*1 auth.key.missing*4 chat.body.malformed*1 job.read.malformed*1 auth.address.read*1 error.upstream.rate-limited*1 chat.moderation.refused*1 media.model.malformed*2 media.body.not-object*1 idempotency.chat.client-gone*1 job.cancel.again*1 fallback.list.forbidden-entry*2 idempotency.body.first-result-kept*2 error.terminal.same-again*1 job.cancel.malformed*1 media.body.audio-scheme*1 model.get.forbidden*1 error.upstream.server-error*7 limit.body.chunked*1 limit.rate.refused-media*2 error.internal.recovered*1 limit.body.refused-media*2 error.snapshot.recovered*1 error.request-id.distinct*1 idempotency.refused.same-body*2',
  'error.code.client-disconnected.kind':
    'webhook.event.failed*6 stream.failure.message*1 webhook.recipient.registered-url*2 stream.failover.never-after-content*1 media.failure.unauthorized*1 stream.failure-cause.moderation*2 idempotency.refused.after-failure*1 stream.failure-cause.cut*4 webhook.recipient.every-endpoint*1 error.attempts.count*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4',
  'error.type.same-for-code':
    'error.request-id.distinct*6 auth.key.missing*4 error.terminal.same-again*1 stream.early.refused-body*1 auth.address.read*1 error.generation-id.distinct*3 media.refusal.names-wrong-field*1 idempotency.refused.same-body*2 job.cancel.again*3 error.internal.refused*4 error.snapshot.expired*4 limit.rate.recovers*2',
  'job.field.id.present':
    'media.create.own-id*2 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 auth.address.media*3 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 webhook.event.transcription*1 media.failure.rate-limited*1 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.id.type':
    'media.create.own-id*2 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 auth.address.media*3 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 webhook.event.transcription*1 media.failure.rate-limited*1 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.generation-id.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.generation-id.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.modality.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.modality.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.model.present':
    'fallback.media.model-named*2 media.create.model-echoed*2 idempotency.refused.corrected-body*1 auth.key.accepted*1 idempotency.chat.after-finish*3 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.model.type':
    'fallback.media.model-named*2 media.create.model-echoed*2 idempotency.refused.corrected-body*1 auth.key.accepted*1 idempotency.chat.after-finish*3 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.created-at.present':
    'job.time.created-at-submission*2 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.created-at.type':
    'job.time.created-at-submission*2 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.svc-metadata.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.svc-metadata.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.started-at.type':
    'job.time.started-at-kept*2 job.read.malformed*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*3',
  'job.field.completed-at.type':
    'job.final.completed-at-kept*2 job.time.completed-at-end*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 auth.address.inside*1 webhook.event.failed*1 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 idempotency.scope.read-and-cancel*1 webhook.event.transcription*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.output.type':
    'job.output.each-image*2 job.read.state-of-work*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.error.type':
    'webhook.event.failed*6 webhook.recipient.registered-url*2 media.failure.unauthorized*1 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4 webhook.id.same-on-retry*2',
  'job.field.retry-of.type':
    'job.retry-of.echoed*4 webhook.recipient.every-job*3 media.forward.transcription-inputs*3 webhook.data.equals-read-canceled*3 webhook.data.equals-read-failed*3 idempotency.media.one-run*5',
  'job.field.progress-percent.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress-phase.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress-queue-position.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 idempotency.chat.after-finish*3 auth.address.media*3 job.cancel.accepted*1 idempotency.media.other-headers*3',
  'job.field.output-url.type':
    'job.output.link-opens*2 job.output.file-of-endpoint*2 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1',
  'job.field.output-url-expires-at.type':
    'job.output.link-expires*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.output-type.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.output-bytes.type':
    'job.output.bytes-match*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.output-checksum-sha256.type':
    'job.output.checksum-match*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.output-purged-at.type': 'job.output.purged-gone*2',
  'job.field.usage-units.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-cost.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-cost-billing-usd.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-cost-cost-source.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-cost-cost-status.type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-cost-price-version.type':
    'version.price.job*2 version.price.agreement*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.error-kind.type':
    'webhook.event.failed*6 webhook.recipient.registered-url*2 media.failure.unauthorized*1 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4 webhook.id.same-on-retry*2',
  'job.field.error-scope.type':
    'webhook.event.failed*6 webhook.recipient.registered-url*2 media.failure.unauthorized*1 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4 webhook.id.same-on-retry*2',
  'job.field.svc-metadata-generation-id.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.svc-metadata-requested-model.type':
    'job.metadata.requested-model*2 idempotency.refused.corrected-body*1 auth.key.accepted*1 idempotency.chat.after-finish*3 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.field.svc-metadata-retention-class.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.svc-metadata-region.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.svc-metadata-policy.type':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.object.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.object.value':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.state.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.state.known':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress-percent.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.progress-phase.present':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.usage-units.value-type':
    'error.terminal.same-again*13 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.field.error-code.present':
    'webhook.event.failed*6 webhook.recipient.registered-url*2 media.failure.unauthorized*1 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4 webhook.id.same-on-retry*2',
  'job.field.error-code.known':
    'media.failure.unavailable*2 media.failure.empty*2 media.failure.malformed*2 media.failure.payment-required*2 media.failure.unauthorized*2 media.failure.timeout*2 media.failure.rate-limited*2 media.failure.moderation*2',
  'job.field.error-message.present':
    'media.failure.unavailable*2 media.failure.empty*2 media.failure.malformed*2 media.failure.payment-required*2 media.failure.unauthorized*2 media.failure.timeout*2 media.failure.rate-limited*2 media.failure.moderation*2',
  'job.field.error-kind.of-code':
    'webhook.event.failed*6 webhook.recipient.registered-url*2 media.failure.unauthorized*1 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4 webhook.id.same-on-retry*2',
  'job.field.svc-metadata-generation-id.equal':
    'idempotency.key.left-out*3 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.state.final-stays':
    'job.state.one-history*2 job.final.state-kept*2 job.final.late-answer*2 job.final.output-kept*2 job.final.error-kept*2 job.final.completed-at-kept*2 job.cancel.stays-canceled*2 job.retry-of.new-job*2',
  'job.state.no-return-to-queued':
    'error.unknown-route.status*3 error.terminal.same-again*13 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*2',
  'job.identity.id':
    'media.create.stored*2 job.read.malformed*1 error.terminal.same-again*13 job.cancel.accepted*1 auth.cap.read*1 webhook.event.failed*1 webhook.recipient.every-endpoint*1 idempotency.scope.read-and-cancel*1 webhook.event.transcription*1 media.failure.unavailable*1',
  'job.identity.id-prefix':
    'media.create.own-id*2 job.read.malformed*1 auth.key.accepted*1 idempotency.refused.corrected-body*1 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.event.failed*1 auth.address.media*3 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 webhook.event.transcription*1 media.failure.rate-limited*1 auth.address.inside*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.identity.generation-id':
    'job.read.malformed*1 idempotency.key.printable*6 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*3',
  'job.identity.created-at':
    'job.time.created-at-submission*2 idempotency.key.printable*6 job.read.malformed*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.identity.modality':
    'job.read.malformed*1 idempotency.key.printable*6 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*3',
  'job.identity.model':
    'webhook.recipient.every-endpoint*3 signature.secret.own-endpoint*2 webhook.event.transcription*1 job.cancel.reaches-final*1 webhook.event.none-for-chat*2 webhook.event.failed*1 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-canceled*4 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.identity.requested-model':
    'job.metadata.requested-model*2 idempotency.key.printable*6 job.read.malformed*1 idempotency.chat.after-finish*3 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 job.cancel.accepted*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.event.failed*1 webhook.failure.status-4xx*4',
  'job.identity.retry-of':
    'job.retry-of.echoed*4 webhook.recipient.every-job*3 webhook.data.equals-read-canceled*3 webhook.data.equals-read-failed*3 idempotency.media.one-run*6',
  'job.identity.output':
    'signature.secret.own-endpoint*2 webhook.event.transcription*1 webhook.event.none-for-chat*2 idempotency.scope.read-and-cancel*1 webhook.id.distinct*2 webhook.data.equals-read-succeeded*6 webhook.schedule.whatever-the-failure*1',
  'job.identity.started-at':
    'webhook.recipient.every-endpoint*3 signature.secret.own-endpoint*2 webhook.event.transcription*1 job.cancel.reaches-final*1 webhook.event.none-for-chat*2 webhook.event.failed*1 idempotency.scope.read-and-cancel*1 webhook.data.equals-read-canceled*4 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'job.identity.end':
    'job.state.one-history*2 job.final.state-kept*2 job.final.late-answer*2 job.final.output-kept*2 job.final.error-kept*2 job.final.completed-at-kept*2 job.time.completed-at-end*2 job.cancel.stays-canceled*2',
  'job.time.created-before-started':
    'job.time.created-at-submission*2 job.time.started-at-kept*2 job.read.malformed*1 error.terminal.same-again*13 webhook.recipient.every-job*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 job.cancel.accepted*1 webhook.failure.status-4xx*2',
  'job.time.started-before-completed':
    'job.final.completed-at-kept*2 job.time.completed-at-end*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 auth.address.inside*1 webhook.event.failed*1 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 idempotency.scope.read-and-cancel*1 webhook.event.transcription*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.time.created-before-completed':
    'job.final.completed-at-kept*2 job.time.created-at-submission*2 job.time.completed-at-end*2 webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 auth.address.inside*1 webhook.event.failed*1 webhook.recipient.every-endpoint*1 webhook.recipient.registered-url*2 idempotency.scope.read-and-cancel*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'job.time.completed-only-when-final':
    'job.outcome.independent*2 job.state.one-history*2 job.final.state-kept*2 job.final.late-answer*2 job.final.output-kept*2 job.final.error-kept*2 job.final.completed-at-kept*2 job.time.completed-at-end*2',
  'job.time.started-only-when-begun':
    'job.time.started-at-kept*2 idempotency.refused.corrected-body*1 auth.key.accepted*1 idempotency.chat.after-finish*3 auth.address.media*3 job.cancel.accepted*1 idempotency.media.other-headers*3',
  'job.output.on-succeeded':
    'job.outcome.succeeded*2 job.outcome.transcription-succeeded*2 job.output.file-of-endpoint*2 job.output.each-image*2 webhook.event.succeeded*2 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*1 webhook.failure.redirect-without-location*1 rotation.retry.both-sign*1',
  'job.output.none-on-failed':
    'job.outcome.failed*2 job.outcome.transcription-failed*2 webhook.event.failed*6 webhook.recipient.registered-url*2 webhook.recipient.every-endpoint*1 media.failure.rate-limited*1 webhook.id.distinct*2 media.failure.unauthorized*1 media.failure.empty*1 media.failure.payment-required*1 media.failure.moderation*1 webhook.data.equals-read-failed*4',
  'job.output.none-on-canceled':
    'job.outcome.canceled*2 job.final.late-answer*2 job.cancel.reaches-final*2 job.cancel.stays-canceled*2 webhook.event.canceled*2 auth.address.inside*1 webhook.data.equals-read-canceled*4 webhook.id.same-on-retry*3',
  'job.output.link-unexpired':
    'job.final.output-kept*3 job.output.fresh-link*2 job.output.link-expires*2 auth.address.inside*1 idempotency.scope.read-and-cancel*1 job.retry-of.echoed*1',
  'job.error.on-failed':
    'job.final.error-kept*2 media.failure.unavailable*2 media.failure.empty*2 media.failure.malformed*2 media.failure.payment-required*2 media.failure.unauthorized*2 media.failure.timeout*2 media.failure.rate-limited*2',
  'job.error.none-on-succeeded':
    'job.outcome.succeeded*2 job.outcome.transcription-succeeded*2 job.output.file-of-endpoint*2 job.output.each-image*2 webhook.event.succeeded*2 signature.secret.own-endpoint*2 auth.address.inside*1 webhook.event.instant*2 idempotency.scope.read-and-cancel*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*1 webhook.failure.redirect-without-location*1 rotation.retry.both-sign*1',
  'job.error.none-before-end':
    'job.final.error-kept*2 idempotency.refused.corrected-body*1 auth.key.accepted*1 auth.address.media*3 job.cancel.accepted*1 auth.address.inside*1 idempotency.media.other-headers*3 job.time.created-at-submission*1',
  'job.retry-of.earlier-job':
    'job.retry-of.echoed*4 webhook.recipient.every-job*3 media.forward.transcription-inputs*3 webhook.data.equals-read-canceled*3 webhook.data.equals-read-failed*3 idempotency.media.one-run*5',
  'model.field.id.present':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.id.slash':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.object.value':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.created.type':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.owned-by.type':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.modality.present':
    'model.list.modality*2 model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.modality.known':
    'model.list.modality*2 model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.pricing.type':
    'model.list.answered*2 model.list.complete*2 model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.pricing-price-version.type':
    'version.price.model*2 version.price.agreement*2 model.agreement.created*1 model.list.usable*1 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3 model.get.listed*6',
  'model.field.pricing-currency.type':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.pricing-rules.type':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.pricing-rules.item-type':
    'model.agreement.created*1 auth.key.accepted*1 model.agreement.inputs*2 model.get.listed*6 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.field.inputs.type':
    'model.get.inputs*2 model.list.answered*1 model.agreement.created*1 auth.key.accepted*1 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.list.object':
    'model.list.answered*3 model.agreement.created*1 auth.key.accepted*1 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.list.data':
    'model.list.answered*3 model.agreement.created*1 auth.key.accepted*1 auth.address.read*1 model.list.restricted*2 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'model.list.unique':
    'model.list.answered*3 model.list.complete*2 model.list.restricted*2 model.list.restricted-complete*2 model.list.usable*2 model.list.modality*2 model.list.steady*2 model.agreement.modality*2 auth.address.read*1 auth.address.inside*1 idempotency.scope.read-and-cancel*3',
  'signature.header.timestamp-present':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'signature.header.timestamp-seconds':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'signature.header.v1-present':
    'rotation.two-signatures*2 version.signature.label*2 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'signature.header.separators':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'signature.header.lowercase':
    'rotation.two-signatures*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.recipient.every-job*3 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'signature.header.hexadecimal':
    'rotation.one-timestamp*2 signature.value.exact-bytes*2 signature.value.failed-job*2 signature.value.on-retry*2 signature.secret.own-endpoint*2 webhook.event.instant*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'signature.header.timestamp-first':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'signature.value.matches':
    'auth.delivery.signing-secret*2 rotation.one-timestamp*2 rotation.other-endpoint.untouched*2 signature.value.exact-bytes*2 signature.value.failed-job*2 signature.value.on-retry*2 signature.secret.own-endpoint*2 webhook.event.instant*2 webhook.event.none-for-chat*2 webhook.event.failed*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'signature.value.every-v1':
    'rotation.two-signatures*1 rotation.new-secret.signs*2 rotation.previous-secret.signs*2 rotation.every-delivery*2 rotation.one-timestamp*2 rotation.retry.both-sign*2 rotation.retired-secret.one-signature*2 rotation.second.newest-two*2 webhook.schedule.whatever-the-failure*1',
  'signature.value.one-without-rotation':
    'rotation.other-endpoint.untouched*2 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.recipient.every-job*3 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'stream.event.content-type':
    'idempotency.chat.stream-form*2 stream.answered.as-events*2 stream.relay.content*2 stream.relay.unicode*2 stream.relay.whitespace*2 stream.relay.split-bytes*2 stream.relay.tool-calls*2 stream.relay.finish-reason*2 idempotency.chat.after-finish*3 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 auth.address.inside*1 stream.failure-cause.moderation*2 error.upstream.endless*1 error.attempts.count*1',
  'stream.event.json':
    'idempotency.chat.stream-form*2 stream.answered.as-events*2 stream.relay.content*2 stream.relay.unicode*2 stream.relay.whitespace*2 stream.relay.split-bytes*2 stream.relay.tool-calls*2 stream.relay.finish-reason*2 idempotency.chat.after-finish*3 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 auth.address.inside*1 stream.failure-cause.moderation*2 error.upstream.endless*1 error.attempts.count*1',
  'stream.event.done-last':
    'idempotency.chat.stream-form*2 stream.answered.as-events*2 stream.relay.content*2 stream.relay.unicode*2 stream.relay.whitespace*2 stream.relay.split-bytes*2 stream.relay.tool-calls*2 stream.relay.finish-reason*2 idempotency.chat.after-finish*3 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 auth.address.inside*1 stream.failure-cause.moderation*2 error.upstream.endless*1 error.attempts.count*1',
  'stream.event.done-once':
    'idempotency.chat.stream-form*2 stream.answered.as-events*2 stream.relay.content*2 stream.relay.unicode*2 stream.relay.whitespace*2 stream.relay.split-bytes*2 stream.relay.tool-calls*2 stream.relay.finish-reason*2 idempotency.chat.after-finish*3 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 auth.address.inside*1 stream.failure-cause.moderation*2 error.upstream.endless*1 error.attempts.count*1',
  'stream.event.nothing-after-done':
    'idempotency.chat.stream-form*2 stream.answered.as-events*2 stream.relay.content*2 stream.relay.unicode*2 stream.relay.whitespace*2 stream.relay.split-bytes*2 stream.relay.tool-calls*2 stream.relay.finish-reason*2 idempotency.chat.after-finish*3 stream.failure.message*1 stream.failover.never-after-content*1 stream.answered.error-free*1 auth.address.inside*1 stream.failure-cause.moderation*2 error.upstream.endless*1 error.attempts.count*1',
  'webhook.event.known-type':
    'webhook.event.transcription*3 webhook.event.only-when-final*2 webhook.event.none-for-chat*2 webhook.event.none-for-refused*2 signature.secret.own-endpoint*2 webhook.recipient.registered-url*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-canceled*4',
  'webhook.event.type-of-state':
    'webhook.event.succeeded*2 webhook.event.failed*2 webhook.event.canceled*2 webhook.event.job-already-final*2 webhook.data.equals-read-succeeded*2 webhook.data.equals-read-failed*2 webhook.data.equals-read-canceled*2 webhook.data.same-on-retry*2 signature.secret.own-endpoint*2 webhook.event.none-for-chat*2 webhook.acknowledged.status-200*2',
  'webhook.delivery.method':
    'webhook.recipient.registered-url*2 webhook.event.instant*2 signature.secret.own-endpoint*2 webhook.data.equals-read-canceled*4 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.content-type':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.event-present':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.event-equals-type':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.id-present':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.id-prefix':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.id-of-one-event':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.delivery.signature-present':
    'auth.delivery.signing-secret*2 rotation.other-endpoint.untouched*2 signature.secret.own-endpoint*2 webhook.schedule.first-at-once*2 webhook.event.instant*2 webhook.data.equals-read-canceled*1 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.delivery.without-api-key':
    'auth.delivery.signing-secret*2 rotation.other-endpoint.untouched*2 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*1 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.data.equals-read-succeeded*2 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.body.json':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.body.id-present':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.body.id-prefix':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.body.type-present':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.body.created-at-present':
    'webhook.id.created-at-same-on-retry*2 webhook.recipient.every-job*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 signature.secret.own-endpoint*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.body.created-at-type':
    'webhook.id.created-at-same-on-retry*2 webhook.recipient.every-job*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 signature.secret.own-endpoint*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.body.created-at-plausible':
    'webhook.id.created-at-same-on-retry*2 webhook.recipient.every-job*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 signature.secret.own-endpoint*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.body.data-present':
    'webhook.event.job-already-final*2 webhook.data.equals-read-succeeded*2 webhook.data.equals-read-failed*2 webhook.data.equals-read-canceled*2 webhook.data.same-on-retry*2 signature.secret.own-endpoint*2 webhook.event.none-for-chat*2 webhook.event.failed*1 webhook.recipient.every-endpoint*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.body.data-id-prefix':
    'webhook.recipient.every-job*1 signature.secret.own-endpoint*2 signature.value.exact-bytes*1 webhook.event.instant*2 webhook.data.equals-read-canceled*4 webhook.recipient.registered-url*2 webhook.event.none-for-chat*2 webhook.event.failed*6 webhook.recipient.every-endpoint*1 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2',
  'webhook.data.equals-every-read':
    'webhook.event.job-already-final*2 webhook.data.equals-read-succeeded*6 webhook.data.equals-read-failed*2 webhook.data.equals-read-canceled*2 webhook.data.same-on-retry*2 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
  'webhook.data.final':
    'job.zdr.event*2 webhook.event.succeeded*2 webhook.event.failed*2 webhook.event.canceled*2 webhook.event.instant*2 webhook.event.once-per-job*2 webhook.event.only-when-final*2 webhook.event.none-for-replay*2 signature.secret.own-endpoint*2 webhook.recipient.registered-url*2 webhook.schedule.whatever-the-failure*1 webhook.acknowledged.status-200*2 webhook.failure.status-4xx*4',
};
