import type { JobPlan, Phase } from './job-model.ts';
import { type JobSequence, type Move, movesOf } from './job-sequence.ts';

const outcomes = {
  image: { succeeded: 'job.outcome.succeeded', failed: 'job.outcome.failed' },
  transcription: { succeeded: 'job.outcome.transcription-succeeded', failed: 'job.outcome.transcription-failed' },
} as const;

/** The rule of how a job ends by itself. */
export function outcomeRule({ route, end }: JobPlan): string {
  return outcomes[route][end];
}

const afterEnd = { succeeded: 'after-success', failed: 'after-failure', canceled: 'after-cancel' } as const;

/** The rule of a submission that comes again. */
export function repeatRule(from: Phase, { route }: JobPlan): string {
  const first = route === 'image' ? 'first-result' : 'transcription-first-result';
  return `idempotency.media.${from === 'running' ? first : afterEnd[from]}`;
}

/** The rules that a step shows something about. */
function rulesOf({ command, from, plan }: Move): readonly string[] {
  const state = from === 'running' ? 'job.outcome.not-early' : 'job.final.state-kept';
  switch (command) {
    case 'read':
      return ['job.read.found', state];
    case 'read by another key':
      return ['job.read.other-key', state];
    case 'read by a stranger':
      return ['job.isolation.read'];
    case 'cancel by a stranger':
      return [from === 'running' ? 'job.isolation.cancel' : 'job.isolation.cancel-finished'];
    case 'cancel':
      return from === 'running'
        ? ['job.cancel.accepted', 'job.cancel.state-shown', 'job.outcome.canceled']
        : [`job.cancel-finished.${from}`];
    case 'submit again':
      return [repeatRule(from, plan)];
    case 'end':
      return from === 'running' ? [outcomeRule(plan)] : [];
    case 'wait':
    case 'rotate':
      return [];
  }
}

/** The rules that a sequence shows something about on a target that keeps them. */
export function rulesShownBy(sequence: JobSequence): ReadonlySet<string> {
  const moves = movesOf(sequence);
  const last = sequence.jobs.map((_, job) => moves.findLast((move) => move.job === job)?.to ?? 'running');
  const atTheEnd = last.flatMap((phase) =>
    phase === 'running'
      ? ['job.outcome.independent', 'webhook.event.only-when-final']
      : ['job.final.state-kept', `webhook.event.${phase}`],
  );
  const rotation = moves.findIndex(({ command }) => command === 'rotate');
  const endsUnderTwo = rotation >= 0 && moves.slice(rotation).some(({ from, to }) => from !== to);
  return new Set([
    ...moves.flatMap(rulesOf),
    ...atTheEnd,
    ...(endsUnderTwo ? ['rotation.every-delivery'] : []),
    'idempotency.media.one-run',
  ]);
}
