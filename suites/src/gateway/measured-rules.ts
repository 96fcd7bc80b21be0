/**
 * What rules were measured to cost and to use before the reference gateway at standard effort, by group; a rule that passed with what it needs has
 * `ID CASES/REQUESTS/GENERATIONS/ROUNDS ROUTES`, a standing rule `ID - ROUTES`; with `+` it passed with the whole testbed alone. `.` stands for no route. Made by `npm run donors`.
 */
export const measuredRules: Readonly<Record<string, string>> = {
  'auth.key':
    'auth.key.accepted 8/41/13/41 chat,model,models; auth.key.required 4/8/2/8 chat,models; auth.key.missing 6/24/6/24 chat; auth.key.unknown 13/26/12/26 chat,models,stream; auth.key.near-miss 2/36/18/36 chat; auth.key.expired 3/22/4/22 chat; auth.key.before-expiry 4/8/4/8 chat; auth.key.deleted 3/37/5/37 chat,models; auth.key.sibling-of-deleted 2/4/2/4 chat; auth.key.sibling-of-restricted 8/16/8/16 chat; auth.key.refused-without-effect 16/48/16/48 chat,image,job,transcription; auth.key.refused-cancel-without-effect 4/22/4/22 image,job',
  'auth.scheme': 'auth.scheme.empty-token 2/4/2/4 chat; auth.scheme.other 2/32/7/32 chat',
  'auth.route':
    'auth.route.chat 2/18/2/18 chat; auth.route.image 2/10/2/10 chat; auth.route.transcription 2/10/2/10 chat; auth.route.job-get 2/10/2/10 chat; auth.route.job-cancel 2/10/2/10 chat; auth.route.model-list 2/10/2/10 chat; auth.route.model-get 2/10/2/10 chat',
  'auth.model':
    'auth.model.chat 5/14/9/14 chat; auth.model.image 4/11/7/11 image; auth.model.transcription 4/11/7/11 transcription; auth.model.allowed 4/17/11/17 chat,image,job,stream,transcription; auth.model.whole-id 2/18/10/18 chat; auth.model.refused-without-effect 4/12/4/12 chat,image,job,transcription',
  'auth.address':
    'auth.address.chat 5/12/6/12 chat,stream; auth.address.media 3/7/3/7 image,transcription; auth.address.read 5/15/2/15 cancel,image,job,model,models; auth.address.inside 13/74/41/74 cancel,chat,image,job,model,models,stream,transcription; auth.address.refused-cancel-without-effect 2/10/2/10 image,job,transcription; auth.address.refused-without-effect 4/12/4/12 chat,image,job,transcription',
  'auth.cap':
    'auth.cap.chat 6/12/6/12 chat; auth.cap.media 5/14/6/14 image,job,transcription; auth.cap.below 9/75/43/75 cancel,chat,image,job,stream; auth.cap.other-key 5/18/16/18 chat,image,transcription; auth.cap.next-month 4/12/8/12 chat; auth.cap.read 2/14/4/14 chat,image,job,model,models; auth.cap.refused-without-effect 4/12/4/12 chat,image,job,transcription',
  'auth.policy':
    'auth.policy.retention-chat 6/12/6/12 chat; auth.policy.region-chat 6/12/6/12 chat; auth.policy.retention-media 6/12/6/12 image,transcription; auth.policy.region-media 6/12/6/12 image,transcription; auth.policy.inside 4/12/6/12 chat,image,job,stream,transcription; auth.policy.none 6/12/6/12 chat,image,stream; auth.policy.refused-without-effect 8/24/8/24 chat,image,job,transcription',
  'auth.credit':
    'auth.credit.chat 11/53/22/53 chat,image,job,stream; auth.credit.media 5/19/6/19 image,job,transcription; auth.credit.restored 2/12/8/12 chat,image; auth.credit.left 4/35/10/35 cancel,chat,image,job; auth.credit.read 1/3/0/3 models; auth.credit.refused-without-effect 4/12/4/12 chat,image,job,transcription; auth.credit.one-history 2/14/10/6 chat,stream',
  'auth.delivery': 'auth.delivery.signing-secret 2/6/2/6 image,job',
  'chat.field':
    'chat.field.id.type - chat; chat.field.object.type - chat; chat.field.created.type - chat; chat.field.model.type - chat; chat.field.choices.type - chat; chat.field.choices-index.type - chat; chat.field.choices-message.type - chat; chat.field.choices-finish-reason.type - chat; chat.field.usage.type - chat; chat.field.usage-prompt-tokens.type - chat; chat.field.usage-completion-tokens.type - chat; chat.field.usage-total-tokens.type - chat; chat.field.usage-total-tokens.sum - chat',
  'chat.response':
    'chat.response.json 8/7/7/7 chat; chat.response.default-not-streamed 4/4/4/4 chat; chat.response.error-free - chat',
  'chat.relay':
    'chat.relay.content 12/12/12/12 chat; chat.relay.unicode 7/7/7/7 chat; chat.relay.tool-calls 5/5/5/5 chat; chat.relay.finish-reason 4/4/4/4 chat; chat.relay.own-answer 3/17/17/3 chat',
  'chat.forward':
    'chat.forward.messages 22/22/22/22 chat,stream; chat.forward.max-tokens 6/6/6/6 chat,stream; chat.forward.max-completion-tokens 5/5/5/5 chat,stream; chat.forward.temperature 7/7/7/7 chat,stream; chat.forward.tools 7/7/7/7 chat,stream; chat.forward.response-format 6/6/6/6 chat,stream; chat.forward.once 5/10/10/10 chat,stream; chat.forward.own-request 3/6/6/6 chat,stream',
  'chat.accepted':
    'chat.accepted.max-tokens 3/3/3/3 chat,stream; chat.accepted.max-completion-tokens 3/3/3/3 chat,stream; chat.accepted.temperature 4/4/4/4 chat,stream; chat.accepted.tools 3/3/3/3 chat,stream; chat.accepted.json-object 2/2/2/2 chat,stream; chat.accepted.json-schema 2/2/2/2 chat,stream; chat.accepted.provider 2/2/2/2 chat,stream; chat.accepted.svc 1/1/1/1 chat; chat.accepted.charset 4/4/4/4 chat',
  'chat.body':
    'chat.body.empty 2/4/2/4 chat; chat.body.never-served 1/4/1/4 chat; chat.body.malformed 11/22/11/22 chat; chat.body.not-object 6/12/6/12 chat; chat.body.model.missing 4/8/4/8 chat; chat.body.model.type 6/12/6/12 chat; chat.body.messages.missing 2/4/2/4 chat; chat.body.messages.type 7/14/7/14 chat; chat.body.models.type 5/10/5/10 chat; chat.body.models.item-type 7/14/7/14 chat; chat.body.stream.type 5/10/5/10 chat; chat.body.max-tokens.type 6/12/6/12 chat; chat.body.max-completion-tokens.type 6/12/6/12 chat; chat.body.temperature.type 5/10/5/10 chat; chat.body.tools.type 6/12/6/12 chat; chat.body.response-format.type 6/12/6/12 chat; chat.body.response-format.unknown 4/8/4/8 chat; chat.body.provider.type 6/12/6/12 chat; chat.body.svc.type 6/12/6/12 chat',
  'chat.refusal':
    'chat.refusal.names-wrong-field 12/24/12/24 chat; chat.refusal.names-missing-field 4/8/4/8 chat; chat.refusal.without-effect 2/11/2/11 chat; chat.refusal.uncharged 7/22/15/22 chat',
  'chat.served': 'chat.served.charged-once 7/11/11/11 chat,stream',
  'chat.odd':
    'chat.odd.messages 12/24/24/24 chat; chat.odd.tools 5/10/10/10 chat; chat.odd.unknown-key 7/14/14/14 chat; chat.odd.deep 5/10/5/10 chat; chat.odd.provider-key 2/4/4/4 chat; chat.odd.svc-key 1/2/2/2 chat; chat.odd.out-of-range 9/18/16/18 chat; chat.odd.null 9/18/18/18 chat; chat.odd.content-type 9/18/15/18 chat',
  'chat.model':
    'chat.model.unknown 7/14/7/14 chat; chat.model.malformed 18/36/18/36 chat; chat.model.wrong-modality 8/16/8/16 chat; chat.model.echoed 7/2/2/2 chat',
  'chat.provider': 'chat.provider.excluding-filter 4/8/4/8 chat; chat.provider.never-widens 5/15/5/15 chat',
  'chat.feature': 'chat.feature.unsupported 2/4/2/4 chat',
  'chat.context':
    'chat.context.too-long 9/27/18/27 chat; chat.context.within 3/6/3/6 chat; chat.context.endpoint-refused 3/3/0/3 .',
  'chat.moderation': 'chat.moderation.refused 3/3/0/3 .',
  'chat.metadata': 'chat.metadata.enabled 11/8/8/8 chat; chat.metadata.other-value 14/37/37/37 chat,stream',
  'error.envelope':
    'error.envelope.object - .; error.envelope.only-error - .; error.envelope.content-type - .; error.envelope.code-present - .; error.envelope.code-known - .; error.envelope.message-present - .; error.envelope.kind-present - .; error.envelope.kind-known - .; error.envelope.scope-present - .; error.envelope.scope-known - .; error.envelope.type-present - .; error.envelope.param-present - .; error.envelope.param-null - .; error.envelope.request-id-type - .; error.envelope.generation-id-type - chat,models; error.envelope.generation-id-early - .; error.envelope.retry-after-type - . +; error.envelope.attempts-type - chat,models; error.envelope.attempts-status - chat,models; error.envelope.attempts-kind - chat,models; error.envelope.attempts-kind-known - chat,models; error.envelope.request-id-unknown - chat +; error.envelope.conflict-fields - .',
  'error.header':
    'error.header.request-id-present - .; error.header.request-id-equal - .; error.header.retry-after-present - . +; error.header.retry-after-seconds - . +; error.header.retry-after-equal - . +',
  'error.request-id': 'error.request-id.distinct 7/14/0/14 .',
  'error.generation-id': 'error.generation-id.distinct 3/6/2/6 chat,stream',
  'error.code':
    'error.code.invalid-request.status - .; error.code.invalid-request.kind - .; error.code.policy-conflict.status - . +; error.code.policy-conflict.kind - . +; error.code.unsupported-capability.status - . +; error.code.unsupported-capability.kind - . +; error.code.context-length-exceeded.status - . +; error.code.context-length-exceeded.kind - . +; error.code.unauthorized.status - .; error.code.unauthorized.kind - .; error.code.budget-exceeded.status - . +; error.code.budget-exceeded.kind - . +; error.code.insufficient-credit.status - . +; error.code.insufficient-credit.kind - . +; error.code.forbidden.status - . +; error.code.forbidden.kind - . +; error.code.moderation-refused.status - . +; error.code.moderation-refused.kind - . +; error.code.model-not-found.status - .; error.code.model-not-found.kind - .; error.code.no-endpoint-available.status - .; error.code.no-endpoint-available.kind - .; error.code.job-not-found.status - .; error.code.job-not-found.kind - .; error.code.idempotency-conflict.status - chat; error.code.idempotency-conflict.kind - chat; error.code.payload-too-large.status - . +; error.code.payload-too-large.kind - . +; error.code.rate-limited.status - . +; error.code.rate-limited.kind - . +; error.code.internal-error.status - chat +; error.code.internal-error.kind - chat +; error.code.provider-unavailable.status - chat,models; error.code.provider-unavailable.kind - chat,models; error.code.provider-empty-response.status - chat,models; error.code.provider-empty-response.kind - chat,models; error.code.provider-payment-required.status - . +; error.code.provider-payment-required.kind - . +; error.code.provider-unauthorized.status - . +; error.code.provider-unauthorized.kind - . +; error.code.snapshot-expired.status - chat +; error.code.snapshot-expired.kind - chat +; error.code.upstream-timeout.status - . +; error.code.upstream-timeout.kind - . +; error.code.request-timeout.kind - chat,stream +; error.code.retention-expired.jobs-only - .; error.code.run-not-found.never - .; error.code.client-disconnected.status - .; error.code.client-disconnected.kind - image +; error.code.client-disconnected.recorded 4/4/3/4 chat,stream',
  'error.type': 'error.type.rate-limited 5/9/4/9 chat,image,stream,transcription; error.type.same-for-code - .',
  'error.message': 'error.message.unknown-model 7/5/0/5 .; error.message.excluding-filter 5/5/0/5 .',
  'error.terminal': 'error.terminal.same-again 44/72/4/72 chat',
  'error.unknown-route': 'error.unknown-route.status 5/29/0/29 .; error.unknown-route.envelope 1/9/0/9 .',
  'error.internal':
    'error.internal.refused 4/12/4/12 chat,image,stream,transcription; error.internal.recovered 2/4/2/4 chat,stream',
  'error.snapshot':
    'error.snapshot.expired 4/12/4/12 chat,image,stream,transcription; error.snapshot.recovered 2/4/2/4 chat,stream',
  'error.upstream':
    'error.upstream.unreachable 6/6/0/6 .; error.upstream.server-error 14/14/0/14 .; error.upstream.asked-again 3/30/6/30 image,job; error.upstream.connection-lost 3/3/0/3 .; error.upstream.malformed 7/7/0/7 .; error.upstream.empty 4/4/0/4 .; error.upstream.payment-required 4/4/0/4 .; error.upstream.unauthorized 4/4/0/4 .; error.upstream.forbidden 3/3/0/3 .; error.upstream.rate-limited 6/6/0/6 .; error.upstream.timeout 3/3/0/3 .; error.upstream.endless 1/1/1/1 chat,stream; error.upstream.not-relayed 12/12/0/12 .',
  'error.attempts': 'error.attempts.count 7/7/1/7 chat,stream',
  'fallback.limit':
    'fallback.limit.accepted-chat 10/20/20/20 chat,stream; fallback.limit.refused-chat 9/17/8/17 chat,stream; fallback.limit.accepted-media 6/43/18/43 image,job,transcription; fallback.limit.refused-media 5/10/5/10 image,transcription; fallback.limit.names-models 4/4/0/4 .; fallback.limit.refused-without-effect 3/6/3/6 chat',
  'fallback.list':
    'fallback.list.empty 8/6/6/6 chat,stream; fallback.list.duplicates 5/12/12/12 chat,image,stream,transcription; fallback.list.requested-model 5/12/12/12 chat,image,stream,transcription; fallback.list.unknown-entry 4/10/10/10 chat,image,transcription; fallback.list.all-unknown 4/8/4/8 chat; fallback.list.unknown-first 4/10/10/10 chat,image,stream,transcription; fallback.list.forbidden-entry 6/12/6/12 chat',
  'fallback.order':
    'fallback.order.first-preferred 7/22/18/22 chat,image,job,stream,transcription; fallback.order.in-turn 8/16/8/16 chat,image,job,stream,transcription; fallback.order.stops 6/11/6/11 chat,image,job,stream,transcription; fallback.order.last-reached 6/6/6/6 chat,stream; fallback.order.one-at-a-time 3/9/6/6 chat',
  'fallback.cause':
    'fallback.cause.unreachable 4/4/4/4 chat,stream; fallback.cause.server-error 18/18/18/18 chat,stream; fallback.cause.connection-lost 2/2/2/2 chat,stream',
  'fallback.answer':
    'fallback.answer.no-list 22/45/23/45 chat; fallback.answer.listed-only 5/10/5/10 chat; fallback.answer.model-named 5/5/5/5 chat,stream; fallback.answer.whole 5/5/5/5 chat,stream; fallback.answer.same-request 15/15/15/15 chat,stream',
  'fallback.exhausted': 'fallback.exhausted.error 5/10/5/10 chat; fallback.exhausted.all-asked 5/5/0/5 .',
  'fallback.endpoint':
    'fallback.endpoint.others-tried 4/4/0/4 .; fallback.endpoint.whole-answer 4/4/4/4 chat; fallback.endpoint.same-model 3/3/3/3 chat',
  'fallback.media':
    'fallback.media.served 6/24/6/24 image,job,transcription; fallback.media.listed-only 5/45/15/45 image,job,transcription; fallback.media.model-named 3/12/3/12 image,job,transcription',
  'idempotency.key':
    'idempotency.key.printable 62/52/52/52 chat; idempotency.key.whole 4/156/156/28 chat,image,stream,transcription; idempotency.key.letter-case 4/12/12/12 chat,image,stream,transcription; idempotency.key.odd 5/10/10/10 chat; idempotency.key.left-out 6/1/1/1 chat',
  'idempotency.chat':
    'idempotency.chat.after-finish 7/14/14/14 chat; idempotency.chat.first-result 4/12/12/12 chat; idempotency.chat.one-generation 28/78/76/71 chat,image,stream,transcription; idempotency.chat.simultaneous 9/66/39/30 chat,image,stream,transcription; idempotency.chat.in-progress 3/6/3/3 chat,stream; idempotency.chat.stream-after-finish 11/10/10/10 chat,stream; idempotency.chat.stream-one-generation 4/16/13/13 chat,stream; idempotency.chat.stream-form 2/8/8/8 chat,stream; idempotency.chat.client-gone 4/7/1/7 chat,stream; idempotency.chat.answered-after-client-gone 4/9/3/9 chat,stream; idempotency.chat.charged-once 3/12/12/12 chat,stream; idempotency.chat.other-headers 4/8/8/8 chat,stream; idempotency.chat.without-key 3/7/7/7 chat,stream; idempotency.chat.other-key 5/32/25/22 chat,image,stream,transcription',
  'idempotency.media':
    'idempotency.media.first-result 5/36/18/36 image,job; idempotency.media.transcription-first-result 5/39/16/39 image,job,transcription; idempotency.media.same-identity 2/4/4/4 image,transcription; idempotency.media.status 2/4/4/4 image,transcription; idempotency.media.one-run 21/264/121/226 cancel,image,job,transcription; idempotency.media.simultaneous 11/88/73/30 chat,image,job,stream,transcription; idempotency.media.after-success 6/53/18/53 image,job,transcription; idempotency.media.after-failure 4/46/13/46 cancel,image,job,transcription; idempotency.media.after-cancel 4/42/12/42 cancel,image,job,transcription; idempotency.media.other-headers 6/54/30/54 image,job,transcription; idempotency.media.identical-bytes 4/8/8/8 image; idempotency.media.charged-once 2/18/10/18 image,job,transcription; idempotency.media.without-key 2/4/4/4 image,transcription; idempotency.media.other-key 4/44/32/21 chat,image,transcription',
  'idempotency.body':
    'idempotency.body.different-chat 50/127/84/127 chat,stream; idempotency.body.different-image 21/111/71/100 cancel,image,job; idempotency.body.different-transcription 21/99/62/88 cancel,job,transcription; idempotency.body.nested-difference 10/40/30/40 image; idempotency.body.different-without-effect 5/19/10/19 chat,image,job,transcription; idempotency.body.first-result-kept 4/13/7/13 chat,image,job,transcription',
  'idempotency.scope':
    'idempotency.scope.account-chat 6/45/35/27 chat,image,stream,transcription; idempotency.scope.account-media 8/50/46/39 image,transcription; idempotency.scope.chat-and-media 4/16/16/16 chat,image,transcription; idempotency.scope.image-and-transcription 4/14/12/14 image,transcription; idempotency.scope.read-and-cancel 3/25/10/25 cancel,image,job,models',
  'idempotency.refused':
    'idempotency.refused.corrected-body 12/48/40/48 chat; idempotency.refused.same-body 18/69/47/69 chat; idempotency.refused.foreign-key 12/35/32/35 chat; idempotency.refused.after-failure 5/20/14/20 chat,stream',
  'idempotency.memory':
    'idempotency.memory.day 7/29/17/29 chat,image,job,transcription; idempotency.memory.running-job 4/12/8/12 image,job,transcription',
  'idempotency.precedence': 'idempotency.precedence.no-second-run 6/38/16/38 chat,image,job,transcription',
  'job.field':
    'job.field.id.present - image; job.field.id.type - image; job.field.generation-id.present - image; job.field.generation-id.type - image; job.field.modality.present - image; job.field.modality.type - image; job.field.model.present - image; job.field.model.type - image; job.field.created-at.present - image; job.field.created-at.type - image; job.field.progress.present - image; job.field.progress.type - image; job.field.svc-metadata.present - image; job.field.svc-metadata.type - image; job.field.started-at.type - image; job.field.completed-at.type - image; job.field.output.type - image; job.field.usage.type - image; job.field.error.type - image; job.field.retry-of.type - image,job; job.field.progress-percent.type - image; job.field.progress-phase.type - image; job.field.progress-queue-position.type - image; job.field.output-url.type - image; job.field.output-url-expires-at.type - image; job.field.output-type.type - image; job.field.output-bytes.type - image; job.field.output-checksum-sha256.type - image; job.field.output-purged-at.type - image,job; job.field.usage-units.type - image; job.field.usage-cost.type - image; job.field.usage-cost-billing-usd.type - image; job.field.usage-cost-cost-source.type - image; job.field.usage-cost-cost-status.type - image; job.field.usage-cost-price-version.type - image; job.field.error-kind.type - image; job.field.error-scope.type - image; job.field.svc-metadata-generation-id.type - image; job.field.svc-metadata-requested-model.type - image; job.field.svc-metadata-retention-class.type - image; job.field.svc-metadata-region.type - image; job.field.svc-metadata-policy.type - image; job.field.object.present - image; job.field.object.value - image; job.field.state.present - image; job.field.state.known - image; job.field.progress-percent.present - image; job.field.progress-phase.present - image; job.field.usage-units.value-type - image; job.field.error-code.present - image; job.field.error-code.known - image; job.field.error-message.present - image; job.field.error-kind.of-code - image; job.field.svc-metadata-generation-id.equal - image',
  'job.metadata': 'job.metadata.requested-model 6/18/6/18 image,job,transcription',
  'job.outcome':
    'job.outcome.succeeded 5/34/10/34 image,job; job.outcome.failed 4/12/4/12 image,job; job.outcome.canceled 5/39/8/39 cancel,image,job,transcription; job.outcome.transcription-succeeded 3/9/3/9 job,transcription; job.outcome.transcription-failed 6/44/10/44 job,transcription; job.outcome.not-early 5/28/7/28 cancel,image,job,transcription; job.outcome.independent 5/25/10/25 cancel,image,job',
  'job.state':
    'job.state.final-stays - image,job; job.state.no-return-to-queued - image,job; job.state.one-history 4/52/4/20 image,job,transcription',
  'job.final':
    'job.final.state-kept 10/79/13/79 cancel,image,job,transcription; job.final.late-answer 8/56/16/56 cancel,image,job,transcription; job.final.output-kept 5/30/5/30 image,job,transcription; job.final.error-kept 4/28/4/28 image,job,transcription; job.final.completed-at-kept 8/53/8/53 cancel,image,job,transcription; job.final.readable 5/94/29/94 cancel,image,job,transcription',
  'job.identity':
    'job.identity.id - image,job; job.identity.id-prefix - image; job.identity.generation-id - image; job.identity.created-at - image; job.identity.modality - image; job.identity.model - image,job; job.identity.requested-model - image; job.identity.retry-of - image,job; job.identity.output - image,job; job.identity.started-at - image,job; job.identity.end - image,job',
  'job.time':
    'job.time.created-before-started - image; job.time.started-before-completed - image; job.time.created-before-completed - image; job.time.completed-only-when-final - image; job.time.started-only-when-begun - image; job.time.created-at-submission 4/16/7/16 image,job,transcription; job.time.started-at-kept 2/6/2/6 image,job,transcription; job.time.completed-at-end 7/30/7/30 cancel,image,job,transcription',
  'job.output':
    'job.output.on-succeeded - image; job.output.none-on-failed - image; job.output.none-on-canceled - cancel,image; job.output.link-unexpired - image,job; job.output.fresh-link 3/28/3/28 image,job,transcription; job.output.link-opens 5/22/5/22 image,job,transcription; job.output.link-expires 3/19/3/19 image,job,transcription; job.output.purged-gone 2/28/2/28 image,job,transcription; job.output.bytes-match 3/14/3/14 image,job,transcription; job.output.checksum-match 3/22/3/22 image,job,transcription; job.output.file-of-endpoint 6/62/10/62 image,job,transcription; job.output.each-image 4/16/4/16 image,job,model',
  'job.error': 'job.error.on-failed - image; job.error.none-on-succeeded - image; job.error.none-before-end - image',
  'job.read':
    'job.read.found 10/60/14/60 cancel,image,job,transcription; job.read.content-type 5/15/5/15 cancel,image,job,transcription; job.read.unknown 22/28/22/28 chat; job.read.malformed 14/28/14/28 chat; job.read.without-effect 3/21/3/21 image,job; job.read.other-key 9/71/13/71 cancel,image,job,transcription; job.read.restricted-key 2/6/2/6 image,job,transcription; job.read.state-of-work 2/10/4/10 image,job,transcription',
  'job.isolation':
    'job.isolation.read 12/133/20/101 cancel,image,job,transcription; job.isolation.cancel 4/35/8/35 image,job,transcription; job.isolation.cancel-finished 10/85/16/85 cancel,image,job,transcription; job.isolation.cancel-without-effect 2/16/4/16 cancel,image,job,transcription; job.isolation.same-refusal 4/28/8/28 image,job',
  'job.cancel':
    'job.cancel.accepted 9/51/29/51 cancel,image,job,transcription; job.cancel.state-shown 5/39/10/39 cancel,image,job,transcription; job.cancel.reaches-final 6/25/15/25 cancel,image,job,transcription; job.cancel.stays-canceled 8/56/16/56 cancel,image,job,transcription; job.cancel.no-body 2/4/2/4 cancel,image,transcription; job.cancel.again 3/10/3/8 cancel,image,transcription; job.cancel.only-the-one 4/88/28/88 cancel,image,job,transcription; job.cancel.unknown 22/29/22/29 chat; job.cancel.malformed 9/18/9/18 chat',
  'job.cancel-finished':
    'job.cancel-finished.succeeded 4/38/6/38 image,job,transcription; job.cancel-finished.failed 4/36/7/36 image,job,transcription; job.cancel-finished.canceled 5/53/9/53 cancel,image,job,transcription; job.cancel-finished.unchanged 6/34/6/34 cancel,image,job,transcription; job.cancel-finished.code 6/28/6/28 cancel,image,job,transcription; job.cancel-finished.kind 6/28/6/28 cancel,image,job,transcription',
  'job.retry-of':
    'job.retry-of.echoed 8/63/18/63 cancel,image,job,transcription; job.retry-of.new-job 4/42/16/42 image,job,transcription; job.retry-of.earlier-job - image,job; job.retry-of.absent 2/2/2/2 image,transcription; job.retry-of.unknown 2/14/6/14 image,job,transcription; job.retry-of.foreign 4/44/16/44 image,job,transcription',
  'job.zdr':
    'job.zdr.not-before 5/30/10/30 image,job,transcription; job.zdr.discarded 10/50/14/50 image,job,transcription; job.zdr.kind 2/8/2/8 image,job,transcription; job.zdr.output-gone 2/16/4/16 image,job,transcription; job.zdr.finished-in-time 6/52/12/52 cancel,image,job,transcription; job.zdr.others-kept 5/43/13/43 image,job,transcription; job.zdr.event 2/8/2/8 image,job,transcription',
  'job.delivery': 'job.delivery.failing-changes-nothing 3/43/6/43 cancel,image,job',
  'limit.rate':
    'limit.rate.refused-chat 8/29/21/29 chat; limit.rate.refused-media 7/19/9/19 image,job,transcription; limit.rate.refused-stream 8/27/19/27 chat,stream; limit.rate.within 5/13/8/13 chat,image,transcription; limit.rate.recovers 4/19/11/19 chat,image,transcription; limit.rate.other-account 5/22/17/22 chat,image,transcription; limit.rate.without-effect 4/20/8/20 chat,image,job,stream,transcription',
  'limit.body':
    'limit.body.refused-chat 5/10/5/10 chat; limit.body.refused-media 4/8/4/8 image,transcription; limit.body.chunked 4/8/4/8 chat,image,transcription; limit.body.within 6/12/12/12 chat,image,transcription; limit.body.without-effect 5/23/10/23 chat,image,job,transcription',
  'limit.context': 'limit.context.refused-stream 3/6/3/6 chat; limit.context.own-model 2/6/4/6 chat,stream',
  'limit.spend':
    'limit.spend.adds-up 14/113/47/98 cancel,chat,image,job,stream; limit.spend.chat-and-media 5/16/5/16 chat,image,job,transcription; limit.spend.refused-not-counted 8/56/8/56 chat,image,transcription',
  'media.create':
    'media.create.image 8/13/10/13 image,job; media.create.transcription 8/13/10/13 job,transcription; media.create.always-job 3/5/5/5 image; media.create.content-type 2/2/2/2 image,transcription; media.create.stored 3/6/3/6 image,job,transcription; media.create.not-waiting 2/2/2/2 image,transcription; media.create.runs 7/24/18/24 image,job,transcription; media.create.own-id 4/16/16/8 image,transcription; media.create.model-echoed 2/2/2/2 image,transcription',
  'media.accepted':
    'media.accepted.charset 4/4/4/4 image,transcription; media.accepted.provider 2/2/2/2 image,transcription; media.accepted.svc 2/2/2/2 image,transcription; media.accepted.inputs 2/4/2/4 image,model,transcription',
  'media.forward':
    'media.forward.image-inputs 10/17/14/14 image,job; media.forward.transcription-inputs 9/13/10/13 job,transcription',
  'media.body':
    'media.body.empty 4/8/4/8 image,transcription; media.body.malformed 10/20/10/20 image,transcription; media.body.not-object 10/20/10/20 image,transcription; media.body.model.missing 8/24/10/24 image,job,transcription; media.body.model.type 10/20/10/20 image,transcription; media.body.models.type 12/24/12/24 image,transcription; media.body.models.item-type 12/24/12/24 image,transcription; media.body.retry-of.type 8/16/8/16 image,transcription; media.body.provider.type 12/24/12/24 image,transcription; media.body.svc.type 12/24/12/24 image,transcription; media.body.upload 1/2/1/2 transcription; media.body.audio-scheme 4/8/4/8 transcription',
  'media.refusal':
    'media.refusal.names-wrong-field 16/34/16/34 image,transcription; media.refusal.names-missing-field 2/4/2/4 image,transcription; media.refusal.without-effect 6/42/12/42 image,job,transcription; media.refusal.uncharged 4/16/4/16 image,job,transcription',
  'media.odd':
    'media.odd.unknown-key 2/12/12/12 image,transcription; media.odd.deep 2/4/2/4 image,transcription; media.odd.provider-key 2/4/4/4 image,transcription; media.odd.svc-key 2/4/4/4 image,transcription; media.odd.null 2/10/10/10 image,transcription; media.odd.content-type 16/32/26/32 image,transcription',
  'media.model':
    'media.model.unknown-image 5/10/5/10 image; media.model.unknown-transcription 5/10/5/10 transcription; media.model.malformed 12/24/12/24 image,transcription; media.model.wrong-modality 6/12/6/12 image,transcription; media.model.excluding-filter 4/8/4/8 image,transcription',
  'media.failure':
    'media.failure.unavailable 10/30/10/30 image,job,transcription; media.failure.empty 6/18/6/18 image,job,transcription; media.failure.malformed 6/18/6/18 image,job,transcription; media.failure.payment-required 2/6/2/6 image,job,transcription; media.failure.unauthorized 10/30/10/30 image,job,transcription; media.failure.timeout 2/116/2/116 image,job,transcription; media.failure.rate-limited 4/12/4/12 image,job,transcription; media.failure.moderation 2/6/2/6 image,job,transcription',
  'model.field':
    'model.field.id.present - models; model.field.id.slash - models; model.field.object.value - models; model.field.created.type - models; model.field.owned-by.type - models; model.field.modality.present - models; model.field.modality.known - models; model.field.pricing.type - models; model.field.pricing-price-version.type - models; model.field.pricing-currency.type - models; model.field.pricing-rules.type - models; model.field.pricing-rules.item-type - models; model.field.inputs.type - models',
  'model.list':
    'model.list.object - models; model.list.data - models; model.list.unique - models; model.list.answered 4/3/0/3 models; model.list.complete 11/43/0/16 models; model.list.restricted 4/8/0/8 models; model.list.restricted-complete 3/6/0/6 models; model.list.usable 1/8/4/8 chat,models; model.list.modality 7/7/0/7 models; model.list.steady 1/2/0/2 models',
  'model.get':
    'model.get.listed 18/8/0/8 model,models; model.get.content-type 2/4/0/4 model,models; model.get.raw-slash 1/2/0/2 model,models; model.get.id-echoed 2/4/0/4 model,models; model.get.inputs 4/4/0/4 model; model.get.unknown 16/48/0/48 model,models; model.get.unknown-without-slash 3/9/0/9 model,models; model.get.forbidden 2/4/0/4 model; model.get.preset 2/4/2/4 chat',
  'model.agreement':
    'model.agreement.modality 12/4/0/4 model,models; model.agreement.pricing 14/2/0/2 model,models; model.agreement.created 12/4/0/4 model,models; model.agreement.owned-by 12/4/0/4 model,models; model.agreement.inputs 4/8/0/8 model,models +',
  'rotation.two-signatures': 'rotation.two-signatures 4/30/10/30 image,job',
  'rotation.new-secret': 'rotation.new-secret.signs 3/20/6/20 cancel,image,job',
  'rotation.previous-secret':
    'rotation.previous-secret.signs 3/20/6/20 cancel,image,job; rotation.previous-secret.lasts 5/48/16/48 image,job',
  'rotation.distinct-secret': 'rotation.distinct-secret 2/2/0/2 models',
  'rotation.every-delivery': 'rotation.every-delivery 4/74/18/74 cancel,image,job,transcription',
  'rotation.one-timestamp': 'rotation.one-timestamp 3/20/6/20 cancel,image,job',
  'rotation.retry': 'rotation.retry.both-sign 3/11/3/11 cancel,image,job',
  'rotation.retired-secret':
    'rotation.retired-secret.absent 4/26/8/26 cancel,image,job; rotation.retired-secret.one-signature 1/6/2/6 image,job; rotation.retired-secret.absent-on-retry 3/14/4/14 cancel,image,job',
  'rotation.second': 'rotation.second.newest-two 3/15/5/15 image,job',
  'rotation.other-endpoint': 'rotation.other-endpoint.untouched 1/6/2/6 image,job',
  'signature.header':
    'signature.header.timestamp-present - image; signature.header.timestamp-seconds - image; signature.header.v1-present - image; signature.header.separators - image; signature.header.lowercase - image; signature.header.hexadecimal - image; signature.header.timestamp-first - image',
  'signature.value':
    'signature.value.matches - image; signature.value.every-v1 - image; signature.value.one-without-rotation - image; signature.value.exact-bytes 8/8/8/8 image; signature.value.failed-job 4/16/4/16 cancel,image,job,transcription; signature.value.on-retry 3/11/3/11 cancel,image,job',
  'signature.time':
    'signature.time.of-sending 5/16/5/16 cancel,image,job; signature.time.fresh-on-retry 1/3/1/3 image,job',
  'signature.secret':
    'signature.secret.shown 1/1/0/1 models; signature.secret.per-endpoint 1/2/0/2 models; signature.secret.own-endpoint 3/12/4/12 image,job',
  'stream.event':
    'stream.event.content-type - chat,stream; stream.event.json - chat,stream; stream.event.done-last - chat,stream; stream.event.done-once - chat,stream; stream.event.nothing-after-done - chat,stream',
  'stream.answered':
    'stream.answered.as-events 9/9/9/9 chat,stream; stream.answered.json-when-false 3/3/3/3 chat; stream.answered.error-free 3/3/3/3 chat,stream',
  'stream.relay':
    'stream.relay.content 7/7/7/7 chat,stream; stream.relay.unicode 6/6/6/6 chat,stream; stream.relay.whitespace 6/6/6/6 chat,stream; stream.relay.split-bytes 10/10/10/10 chat,stream; stream.relay.tool-calls 5/5/5/5 chat,stream; stream.relay.finish-reason 4/4/4/4 chat,stream; stream.relay.own-answer 3/15/15/3 chat,stream; stream.relay.comments 3/3/3/3 chat,stream; stream.relay.duplicate-done 3/3/3/3 chat,stream; stream.relay.missing-done 3/3/3/3 chat,stream; stream.relay.same-as-json 4/8/8/8 chat,stream; stream.relay.incremental 2/2/2/2 chat,stream',
  'stream.model': 'stream.model.echoed 2/2/2/2 chat,stream',
  'stream.early':
    'stream.early.refused-body 5/15/5/15 chat,stream; stream.early.unknown-model 2/4/2/4 chat,stream; stream.early.missing-key 1/3/1/3 chat,stream; stream.early.unreachable 4/8/4/8 chat,stream; stream.early.server-error 8/16/8/16 chat,stream; stream.early.empty 4/8/4/8 chat,stream; stream.early.error-event 4/8/4/8 chat,stream; stream.early.timeout 3/6/3/6 chat,stream',
  'stream.failover':
    'stream.failover.never-after-content 12/12/12/12 chat,stream; stream.failover.no-splice 15/30/30/30 chat,stream; stream.failover.tool-calls-unmixed 3/6/6/6 chat,stream; stream.failover.whole-answer 6/6/6/6 chat,stream; stream.failover.after-role-chunk 4/8/6/8 chat,stream; stream.failover.used 3/3/3/3 chat,stream; stream.failover.fallback-model 3/3/3/3 chat,stream',
  'stream.failure':
    'stream.failure.chunk 14/15/15/15 chat,stream; stream.failure.chunk-last 13/14/14/14 chat,stream; stream.failure.done-follows 13/14/14/14 chat,stream; stream.failure.prefix-kept 13/14/14/14 chat,stream; stream.failure.code 13/14/14/14 chat,stream; stream.failure.kind 13/14/14/14 chat,stream; stream.failure.message 13/14/14/14 chat,stream; stream.failure.envelope-fields 13/14/14/14 chat,stream; stream.failure.request-id 13/14/14/14 chat,stream; stream.failure.generation-id 13/14/14/14 chat,stream; stream.failure.no-conflict-fields 13/14/14/14 chat,stream',
  'stream.failure-cause':
    'stream.failure-cause.cut 4/4/4/4 chat,stream; stream.failure-cause.error-event 3/3/3/3 chat,stream; stream.failure-cause.malformed 3/3/3/3 chat,stream; stream.failure-cause.stall 2/2/2/2 chat,stream; stream.failure-cause.early-end 3/3/3/3 chat,stream; stream.failure-cause.moderation 3/3/3/3 chat,stream',
  'version.prefix':
    'version.prefix.chat 1/1/1/1 chat; version.prefix.image 1/1/1/1 image; version.prefix.transcription 1/1/1/1 transcription; version.prefix.job-get 1/2/1/2 image,job; version.prefix.job-cancel 1/2/1/2 cancel,image; version.prefix.model-list 1/1/0/1 models; version.prefix.model-get 1/2/0/2 model,models',
  'version.price':
    'version.price.model 4/8/0/8 model,models; version.price.job 4/12/4/12 image,job,transcription; version.price.agreement 4/20/4/20 image,job,model,transcription',
  'version.signature': 'version.signature.label 1/3/1/3 image,job',
  'webhook.event':
    'webhook.event.succeeded 5/45/13/45 image,job,transcription; webhook.event.failed 8/27/12/27 image,job,transcription; webhook.event.canceled 6/62/29/62 cancel,image,job,transcription; webhook.event.transcription 3/11/3/11 cancel,job,transcription; webhook.event.instant 2/2/2/2 image,transcription; webhook.event.known-type - image; webhook.event.type-of-state - image; webhook.event.once-per-job 8/26/8/24 cancel,image,job; webhook.event.only-when-final 3/6/6/6 image,transcription; webhook.event.none-for-chat 2/16/6/14 chat,image,job,stream; webhook.event.none-for-refused 7/33/9/33 image,job; webhook.event.none-for-replay 3/23/9/23 cancel,image,job,transcription; webhook.event.none-for-refused-cancel 4/30/8/30 cancel,image,job,transcription; webhook.event.job-already-final 2/4/2/4 image,job',
  'webhook.recipient':
    'webhook.recipient.every-job 9/52/27/33 image,job,transcription; webhook.recipient.every-key 5/5/5/5 image,transcription; webhook.recipient.every-endpoint 5/16/5/16 cancel,image,job; webhook.recipient.independent 4/18/6/18 image,job; webhook.recipient.other-account 5/32/10/32 cancel,image,job,transcription; webhook.recipient.registered-url 9/28/9/28 image,job; webhook.recipient.next-event 4/24/8/24 image,job',
  'webhook.delivery':
    'webhook.delivery.method - image; webhook.delivery.content-type - image; webhook.delivery.event-present - image; webhook.delivery.event-equals-type - image; webhook.delivery.id-present - image; webhook.delivery.id-prefix - image; webhook.delivery.id-of-one-event - image; webhook.delivery.signature-present - image; webhook.delivery.without-api-key - image',
  'webhook.body':
    'webhook.body.json - image; webhook.body.id-present - image; webhook.body.id-prefix - image; webhook.body.type-present - image; webhook.body.created-at-present - image; webhook.body.created-at-type - image; webhook.body.created-at-plausible - image; webhook.body.data-present - image; webhook.body.data-id-prefix - image',
  'webhook.data':
    'webhook.data.job-id 2/2/2/2 image,transcription; webhook.data.equals-read-succeeded 6/37/9/34 image,job,transcription; webhook.data.equals-read-failed 4/35/7/31 image,job,transcription; webhook.data.equals-read-canceled 4/35/7/31 cancel,image,job,transcription; webhook.data.equals-every-read - image,job; webhook.data.final - image; webhook.data.same-on-retry 3/11/3/11 cancel,image,job',
  'webhook.id':
    'webhook.id.same-on-retry 4/14/4/14 cancel,image,job; webhook.id.distinct 5/39/13/39 cancel,image,job; webhook.id.type-same-on-retry 3/11/3/11 cancel,image,job; webhook.id.created-at-same-on-retry 3/11/3/11 cancel,image,job',
  'webhook.acknowledged':
    'webhook.acknowledged.status-200 5/32/10/32 cancel,image,job; webhook.acknowledged.status-201 4/26/8/26 cancel,image,job; webhook.acknowledged.status-202 3/20/6/20 cancel,image,job; webhook.acknowledged.status-204 3/20/6/20 cancel,image,job; webhook.acknowledged.status-other 7/46/14/46 cancel,image,job; webhook.acknowledged.in-nine-seconds 3/20/6/20 cancel,image,job; webhook.acknowledged.on-retry 7/25/7/25 cancel,image,job',
  'webhook.failure':
    'webhook.failure.status-4xx 22/80/22/80 cancel,image,job,transcription; webhook.failure.status-5xx 13/51/15/51 cancel,image,job,transcription; webhook.failure.redirect 5/18/5/18 cancel,image,job,transcription; webhook.failure.redirect-without-location 5/18/5/18 cancel,image,job,transcription; webhook.failure.connection-lost 6/24/7/24 cancel,image,job; webhook.failure.no-answer 3/11/3/11 cancel,image,job; webhook.failure.late-answer 5/20/6/20 cancel,image,job',
  'webhook.redirect': 'webhook.redirect.not-followed 8/53/16/53 cancel,image,job',
  'webhook.schedule':
    'webhook.schedule.eight-attempts 11/45/14/45 cancel,image,job; webhook.schedule.no-ninth 12/38/12/38 cancel,image,job; webhook.schedule.gaps-grow 8/29/8/29 cancel,image,job; webhook.schedule.not-short 5/18/5/18 cancel,image,job; webhook.schedule.not-long 1/3/1/3 image,job; webhook.schedule.first-at-once 3/11/3/11 cancel,image,job; webhook.schedule.one-at-a-time 3/20/6/20 cancel,image,job; webhook.schedule.whatever-the-failure 3/9/3/9 image,job',
  'webhook.registration':
    'webhook.registration.accepted 17/18/0/18 models; webhook.registration.port-443 1/1/0/1 models; webhook.registration.http 5/5/0/5 models; webhook.registration.http-port-443 3/3/0/3 models; webhook.registration.other-scheme 6/6/0/6 models; webhook.registration.other-port 19/19/0/19 models; webhook.registration.not-url 7/7/0/7 models; webhook.registration.localhost 7/7/0/7 models; webhook.registration.loopback 7/7/0/7 models; webhook.registration.private 9/9/0/9 models; webhook.registration.link-local 3/3/0/3 models; webhook.registration.unspecified 11/11/0/11 models; webhook.registration.ipv6-private 12/12/0/12 models; webhook.registration.ipv4-in-ipv6 7/7/0/7 models; webhook.registration.odd-spelling 12/12/0/12 models; webhook.registration.refused-gets-nothing 2/12/4/12 image,job',
  'webhook.endpoint':
    'webhook.endpoint.added-while-running 2/2/2/2 image,transcription; webhook.endpoint.added-after 1/6/2/6 image,job; webhook.endpoint.removed 1/6/2/6 image,job',
};
