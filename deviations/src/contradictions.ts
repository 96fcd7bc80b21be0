/** Some variations, each of which contradicts each of the others inside the contract, and why. */
type Contradiction = readonly [some: readonly string[], others: readonly string[], reason: string];

const of = (family: string, names: string) => names.split(' ').map((name) => `${family}.${name}`);
const pendingCancels = of('job.cancel', 'pending pending-refuses-second');
const otherSecrets = of('delivery.secret', 'base64 hexadecimal long short');
const otherTimes = ['job.times.whole-seconds', 'job.times.offset', 'job-life.times-far-west'];
const bothCancel = 'both say when an accepted cancel shows';

const contradictions: readonly Contradiction[] = [
  [
    ['auth.policy.nowhere-first'],
    ['error.modality.invalid'],
    'both say what a model of another modality is refused for',
  ],
  [['chat.forward.twice'], ['error.cause.general'], 'two tries of one endpoint are no failures of several'],
  [['chat.metadata.other-keys'], ['chat.metadata.always'], 'there is one set of notes'],
  [['chat.model.endpoint-name'], ['chat.model.absent'], 'one names no model'],
  [
    ['chat.reply.no-choices'],
    of('chat.reply', 'more-fields more-message no-usage own-finish-words finish-null own-usage'),
    'nothing is read in the other form',
  ],
  [['chat.reply.own-finish-words'], ['chat.reply.finish-null'], 'there is one finish_reason'],
  [of('stream.held', 'whole some'), of('stream.early', 'comments-first role-first'), 'a failure loses what is held'],
  [['stream.model.endpoint-name'], ['stream.model.absent'], 'one names no model'],
  [
    ['stream.chunks.other-form'],
    of('stream.chunks', 'fine roles no-role bare beats no-index'),
    'nothing is read in the other form',
  ],
  [['stream.early.comments-first'], of('stream.bytes', 'cr crlf tight lines'), 'it would leave the comments out'],
  [
    ['stream.early.role-first'],
    of('strict', 'content-filter-stream unoffered-tools'),
    'one refuses an answer that it reads, which has begun by then',
  ],
  [of('refusal', 'tools tools-invalid'), ['chat.feature.invalid'], 'tools that are refused look like tools misread'],
  [['refusal.tools-invalid'], ['refusal.tools'], 'one answer to tools'],
  [['repeated.failure-as-it-was'], ['repeated.failure-again'], 'one answers the first error without its request_id'],
  [['repeated.job-as-it-is'], [...otherTimes, 'job.modality.words'], 'a repeat would render the job in another form'],
  [['model.inputs.listed-twice'], ['model.inputs.schema'], 'both say in which form inputs are listed'],

  [['job.queued.skipped'], ['job.queued.never-processing'], 'a job would be processing first and queued afterwards'],
  [['job-work.cancel-after-call'], pendingCancels, bothCancel],
  [['job-work.may-win'], [...pendingCancels, ...of('job-work', 'cancel-after-call late-cancel')], bothCancel],
  [['job-work.patient'], ['job-work.may-win'], 'an endpoint that is released at last would win over the cancel'],
  [['job-work.tries-again'], ['job-work.cancel-after-call'], 'the job of a canceled call would be tried again'],
  [['job-work.tries-again'], ['job-work.one-at-a-time'], 'a job that waits for another try would hold up all others'],
  [['job-life.archived'], ['webhook.data.renewed'], 'data that is made anew would have the other phase'],
  [['job-life.zdr-half-an-hour-late'], ['job.zdr.sweep'], 'both say when zdr jobs are discarded'],
  [
    of('job-life', 'purged-bare purged-before-link purged-empty-url'),
    ['webhook.data.renewed'],
    'data that is made anew after the purge has no links',
  ],
  [['job-life.purged-before-link'], ['job.links.kept'], 'both say how long links are good for'],
  [['job-life.purged-before-link'], ['job-life.last-link-kept'], 'a kept link would promise a file that is gone'],
  [['job-life.purged-empty-url'], ['job.output.bare'], 'an empty link belongs to a file that is rendered as purged'],
  [['job.purged.soon'], ['job.output.bare'], 'purged_at shows that it is gone'],
  [['job.checksum.upper-case'], ['job.checksum.base64'], 'base64 has letters of both cases'],

  [['delivery.attempts.three'], ['delivery.schedule.sudden'], 'two gaps alone take minutes'],
  [
    ['webhook.attempts.seven'],
    of('webhook.schedule', 'nine-hours twelve-hours'),
    'without the last gap the attempts are over in less than eight hours',
  ],
  [['delivery.first.late-at-last'], of('delivery.first', 'late after-a-second'), 'both say when events are first sent'],
  [['delivery.schedule.slow-growth'], ['webhook.schedule.jitter'], 'its gaps grow by less than the jitter'],
  [
    ['delivery.schedule.slow-growth'],
    ['delivery.rotation.retires-in-two-hours'],
    'no retry would come in time to be signed by both secrets',
  ],
  [['delivery.secret.short'], of('delivery.secret', 'base64 hexadecimal'), 'its last characters are hardly random'],
  [of('delivery.signing-key', 'base64 hexadecimal'), otherSecrets, 'a secret is shown in one form'],
  [['delivery.signing-key.base64'], ['delivery.signing-key.hexadecimal'], 'a secret is shown in one form'],
];

/** What contradicts a variation, each with the reason. */
export function contradictionsOf(id: string): Readonly<Record<string, string>> {
  const found = contradictions.flatMap(([some, others, reason]) => {
    const against = some.includes(id) ? others : others.includes(id) ? some : [];
    return against.map((other) => [other, reason] as const);
  });
  return Object.fromEntries(found);
}
