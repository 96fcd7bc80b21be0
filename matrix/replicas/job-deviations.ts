import { isFinal, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { thisReplica } from '../replica.ts';
import { JobHomes, type ProcessDeviation, remembering } from './process-deviation.ts';

/** What belongs to media jobs. */
export const jobDeviations: readonly ProcessDeviation[] = [
  {
    id: 'job-reads',
    apply: remembering(() => {
      const homes = new JobHomes();
      return (behaviour) => finding('read', homes)(homes.learn(behaviour));
    }),
  },
  {
    id: 'retries',
    apply: remembering(() => {
      const homes = new JobHomes();
      return (behaviour) => finding('retry', homes)(homes.learn(behaviour));
    }),
  },
  {
    id: 'cancels',
    apply: remembering(() => {
      const homes = new JobHomes();
      const ending = patch('jobs', ({ mayMove, stopsCall }) => ({
        mayMove: (from, to, job) => !(to === 'canceled' && homes.isElsewhere(job.id)) && mayMove(from, to, job),
        stopsCall: (job) => !homes.isElsewhere(job.id) && stopsCall(job),
      }));
      return (behaviour) => ending(homes.learn(behaviour));
    }),
  },
  {
    id: 'cached-jobs',
    apply: remembering(() => {
      const homes = new JobHomes();
      const reads = new Map<string, SentAnswer>();
      const placeOf = ({ path, key }: SeenRequest) => `${thisReplica()} ${key?.id} ${path}`;
      const caching = patch('exchanges', ({ shortCircuit, answer }) => ({
        shortCircuit: (request) =>
          (request.route === 'job-get' ? reads.get(placeOf(request)) : undefined) ?? shortCircuit(request),
        answer(sent, request) {
          const { id } = (sent.body ?? {}) as { readonly id?: unknown };
          if (request.route === 'job-get' && sent.status === 200 && homes.isElsewhere(String(id)))
            reads.set(placeOf(request), sent);
          return answer(sent, request);
        },
      }));
      return (behaviour) => caching(homes.learn(behaviour));
    }),
  },
  {
    id: 'webhook-deduplication',
    apply: remembering(() => {
      const homes = new JobHomes();
      const sent = new Set<string>();
      const announcing = patch('exchanges', ({ sideRequests }) => ({
        sideRequests(request, answer) {
          const job = request.account?.jobs.get(request.path.split('/')[3] ?? '');
          const place = `${thisReplica()} ${job?.id}`;
          if (job !== undefined && isFinal(job.stage.state) && homes.isElsewhere(job.id) && !sent.has(place)) {
            sent.add(place);
            request.announce(job);
          }
          return sideRequests(request, answer);
        },
      }));
      return (behaviour) => announcing(homes.learn(behaviour));
    }),
  },
];

function finding(use: 'read' | 'retry', homes: JobHomes) {
  return patch('jobs', ({ find }) => ({
    find: (id, account, everyone, why, key) =>
      why === use && homes.isElsewhere(id) ? undefined : find(id, account, everyone, why, key),
  }));
}
