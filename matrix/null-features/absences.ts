/** A statement of this form says what does not happen, which a gateway that does nothing keeps too. */
export const saysAbsence =
  /\b(?:never|not|no|only|without|none|nothing|nobody|neither|nor|unaffected|unchanged|cannot|else|alone|at most)\b/i;

const served = 'the request that it covers is served, or the rule fails';
const refused = 'its check shows a good request served beside the one that is refused';
const seen = 'it checks what was seen, and is inconclusive or not applicable where nothing was';
const asked = 'its check has the endpoint asked';

/**
 * Rules whose statement says what does not happen, and that neither a control of `suites/src/support/controls` nor a feature that can be taken out
 * watches: why each of them passes on no target where nothing of it was done.
 */
export const absences: Readonly<Record<string, string>> = {
  'answer.coding.accepted': seen,
  'answer.coding.decodes': seen,
  'auth.key.accepted': served,
  'auth.key.sibling-of-restricted': 'its check shows the restriction of the one key at work',
  'auth.key.refused-without-effect':
    'its check shows the request refused with 401 and its endpoint asked by a good key',
  'chat.response.json': served,
  'chat.response.error-free': seen,
  'chat.relay.unicode': served,
  'chat.forward.messages': asked,
  'chat.forward.once': asked,
  'chat.forward.own-request': asked,
  'chat.accepted.provider': served,
  'chat.body.never-served': refused,
  'chat.body.malformed': refused,
  'chat.body.not-object': refused,
  'chat.body.model.missing': refused,
  'chat.body.messages.missing': refused,
  'chat.refusal.without-effect': refused,
  'chat.odd.messages': refused,
  'chat.odd.tools': refused,
  'chat.odd.unknown-key': refused,
  'chat.odd.content-type': refused,
  'error.envelope.generation-id-early': seen,
  'error.envelope.conflict-fields': seen,
  'error.code.run-not-found.never': seen,
  'error.code.client-disconnected.status': seen,
  'error.code.client-disconnected.kind': seen,
  'error.message.no-internals': seen,
  'error.terminal.same-again': 'both of its requests must be refused as the rule of that refusal says',
  'error.unknown-route.status': 'a path that is no route can do nothing else than be refused',
  'job.field.id.present': seen,
  'job.field.generation-id.present': seen,
  'job.field.modality.present': seen,
  'job.field.model.present': seen,
  'job.field.created-at.present': seen,
  'job.field.progress.present': seen,
  'job.field.svc-metadata.present': seen,
  'job.field.object.present': seen,
  'job.field.state.present': seen,
  'job.state.final-stays': seen,
  'job.state.no-return-to-queued': seen,
  'job.time.started-only-when-begun': seen,
  'job.output.none-on-failed': seen,
  'job.output.none-on-canceled': seen,
  'job.output.purged-gone': seen,
  'limit.body.chunked': 'the same body is served when it is smaller',
  'limit.body.within': served,
  'limit.body.without-effect': 'its check shows the request refused with 413',
  'media.create.model-echoed': served,
  'media.body.malformed': refused,
  'media.body.not-object': refused,
  'media.body.model.missing': refused,
  'media.refusal.names-missing-field': refused,
  'media.refusal.without-effect': refused,
  'media.odd.unknown-key': refused,
  'media.odd.content-type': refused,
  'signature.secret.shown-once': 'its check shows the secret when the endpoint is added',
  'version.price.agreement': 'the job that it covers is finished, or nothing is shown',
};
