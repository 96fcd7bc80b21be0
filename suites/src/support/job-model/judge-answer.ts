import { codeOf, describeAnswer, type Exchange } from '@gateproof/harness';
import { jobOf } from '../media-jobs.ts';
import type { Move } from './job-sequence.ts';
import type { Observation } from './observation.ts';
import { repeatRule } from './rules-shown.ts';

const running: readonly string[] = ['queued', 'processing'];

/** What the answer to a step says about the rules that it is subject to. */
export function* judgeAnswer(move: Move, id: string, exchange: Exchange): Generator<Observation> {
  const exchanges = [exchange.id];
  const status = exchange.response?.status ?? 0;
  const job = jobOf(exchange);
  const state = String(job?.state);
  const see = (rule: string, held: boolean, expected: string): Observation => ({
    rule,
    held,
    expected: `${expected} (${move.transition})`,
    observed: job === undefined ? describeAnswer(exchange) : `${status}, job ${String(job.id)} ${state}`,
    exchanges,
  });
  const isUnknown = status === 404 && codeOf(exchange) === 'job_not_found';
  switch (move.command) {
    case 'read':
    case 'read by another key': {
      const rule = move.command === 'read' ? 'job.read.found' : 'job.read.other-key';
      yield see(rule, status === 200 && job?.id === id, `200 with job ${id}`);
      if (move.from === 'running') yield see('job.outcome.not-early', running.includes(state), 'queued or processing');
      else yield see('job.final.state-kept', state === move.from, `state ${move.from} as before`);
      return;
    }
    case 'read by a stranger':
      return yield see('job.isolation.read', isUnknown, '404 job_not_found');
    case 'cancel by a stranger':
      return yield see(
        move.from === 'running' ? 'job.isolation.cancel' : 'job.isolation.cancel-finished',
        isUnknown,
        '404 job_not_found',
      );
    case 'cancel':
      if (move.from !== 'running') return yield see(`job.cancel-finished.${move.from}`, status === 409, '409');
      yield see(
        'job.cancel.accepted',
        (status === 200 || status === 202) && job?.id === id,
        `200 or 202 with job ${id}`,
      );
      return yield see(
        'job.cancel.state-shown',
        [...running, 'canceled'].includes(state),
        'queued, processing or canceled',
      );
    case 'submit again': {
      return yield see(repeatRule(move.from, move.plan), job?.id === id, `the first job, ${id}`);
    }
    default:
  }
}
