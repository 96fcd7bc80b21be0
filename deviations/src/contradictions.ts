/** Which variations contradict which others inside the contract, and why: those before the bar each of those behind it. */
const contradictions: Readonly<Record<string, string>> = {
  'answer.coded.gzip | answer.coded.{x-gzip br deflate raw-deflate identity stream-late}': 'an answer has one coding',
  'answer.coded.x-gzip | answer.coded.{br deflate raw-deflate identity stream-late}': 'an answer has one coding',
  'answer.coded.br | answer.coded.{deflate raw-deflate identity stream-late}': 'an answer has one coding',
  'answer.coded.deflate | answer.coded.{raw-deflate identity stream-late}': 'an answer has one coding',
  'answer.coded.raw-deflate | answer.coded.{identity stream-late}': 'an answer has one coding',
  'answer.coded.identity | answer.coded.stream-late': 'an answer has one coding',
  'auth.policy.nowhere-first | error.modality.invalid': 'both say what a model of another modality is refused for',
  'chat.forward.twice | error.cause.general': 'two tries of one endpoint are no failures of several',
  'chat.metadata.other-keys | chat.metadata.always': 'there is one set of notes',
  'chat.model.endpoint-name | chat.model.absent': 'one names no model',
  'stream.model.endpoint-name | stream.model.absent': 'one names no model',
  'chat.reply.no-choices | chat.reply.{more-fields more-message no-usage own-finish-words finish-null own-usage}':
    'the other form is not read',
  'chat.reply.own-finish-words | chat.reply.finish-null': 'there is one finish_reason',
  'stream.held.{whole some} | stream.early.{comments-first role-first}': 'a failure loses what is held',
  'stream.chunks.other-form | stream.chunks.{fine roles no-role bare beats no-index}': 'the other form is not read',
  'stream.early.comments-first | stream.bytes.{cr crlf tight lines}': 'it would leave the comments out',
  'stream.early.role-first | strict.{content-filter-stream unoffered-tools}':
    'one refuses an answer that it reads, which has begun by then',
  'refusal.{tools tools-invalid} | chat.feature.invalid': 'tools that are refused look like tools misread',
  'refusal.tools-invalid | refusal.tools': 'one answer to tools',
  'error.terminal.short-cool-down | error.retry-after.{none floor round}':
    'who refuses others for a moment says for how long',
  'repeated.failure-as-it-was | repeated.failure-again': 'one answers the first error without its request_id',
  'repeated.job-as-it-is | job.times.{whole-seconds offset} job-life.times-far-west job.modality.words':
    'a repeat would render the job in another form',
  'model.inputs.listed-twice | model.inputs.schema': 'both say in which form inputs are listed',
  'job.queued.skipped | job.queued.never-processing': 'a job would be processing first and queued afterwards',
  'job-work.cancel-after-call | job.cancel.{pending pending-refuses-second}': 'both say when an accepted cancel shows',
  'job-work.may-win | job.cancel.{pending pending-refuses-second} job-work.{cancel-after-call late-cancel}':
    'both say when an accepted cancel shows',
  'job-work.patient | job-work.may-win': 'an endpoint that is released at last would win over the cancel',
  'job-work.tries-again | job-work.cancel-after-call': 'the job of a canceled call would be tried again',
  'job-work.tries-again | job-work.one-at-a-time job-life.two-at-once':
    'jobs that wait for another try would hold up all others',
  'job.id.odd-characters | refusal.malformed-job-ids strict.{job-ids retry-of}': 'its own ids would be malformed',
  'job-life.archived | webhook.data.renewed': 'data that is made anew would have the other phase',
  'job-life.zdr-half-an-hour-late | job.zdr.sweep': 'both say when zdr jobs are discarded',
  'job-life.{purged-bare purged-before-link purged-empty-url} | webhook.data.renewed':
    'data that is made anew after the purge has no links',
  'job-life.purged-before-link | job.links.kept': 'both say how long links are good for',
  'job-life.purged-before-link | job-life.last-link-kept': 'a kept link would promise a file that is gone',
  'job-life.purged-empty-url | job.output.bare': 'an empty link belongs to a file that is rendered as purged',
  'job.purged.soon | job.output.bare': 'purged_at shows that it is gone',
  'job.checksum.upper-case | job.checksum.base64': 'base64 has letters of both cases',
  'delivery.attempts.three | delivery.schedule.sudden': 'two gaps alone take minutes',
  'webhook.attempts.seven | webhook.schedule.{nine-hours twelve-hours}':
    'without the last gap the attempts are over in less than eight hours',
  'delivery.first.late-at-last | delivery.first.{late after-a-second}': 'both say when events are first sent',
  'delivery.schedule.slow-growth | webhook.schedule.jitter': 'its gaps grow by less than the jitter',
  'delivery.schedule.slow-growth | delivery.rotation.retires-in-two-hours':
    'no retry would come in time to be signed by both secrets',
  'delivery.secret.short | delivery.secret.{base64 hexadecimal}': 'its last characters are hardly random',
  'delivery.signing-key.{base64 hexadecimal} | delivery.secret.{base64 hexadecimal long short}':
    'a secret is shown in one form',
  'delivery.signing-key.base64 | delivery.signing-key.hexadecimal': 'a secret is shown in one form',
};

/** Ids that are written with what differs in braces: `a.{b c} d.e`. */
const idsIn = (written: string) =>
  [...written.matchAll(/([\w.-]+)(?:\{(.*?)\})?/g)].flatMap(([, id, ends = '']) =>
    ends.split(' ').map((end) => `${id}${end}`),
  );

/** What contradicts a variation, each with the reason. */
export function contradictionsOf(id: string): Readonly<Record<string, string>> {
  const found = Object.entries(contradictions).flatMap(([key, reason]) => {
    const [some = [], others = []] = key.split(' | ').map(idsIn);
    const against = some.includes(id) ? others : others.includes(id) ? some : [];
    return against.map((other) => [other, reason] as const);
  });
  return Object.fromEntries(found);
}
