import { type Account, GatewayError, isFinal, type Job, patch } from '@gateproof/simulator/behaviour';
import { answering, answeringBody, namedId, namedJob, refusing, retelling } from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** The job of another account, if the id is one's. */
function foreign(id: string, account: Account, everyone: Iterable<Account>): Job | undefined {
  for (const other of everyone) {
    const job = other === account ? undefined : other.jobs.get(id);
    if (job !== undefined) return job;
  }
  return undefined;
}

const isolation: readonly Deviation[] = [
  breaking(
    'job.isolation.cancel-finished',
    'tells other accounts that a job has finished',
    patch('jobs', ({ find }) => ({
      find(id, account, everyone, why) {
        const own = find(id, account, everyone, why);
        const other = own === undefined && why === 'cancel' ? foreign(id, account, everyone) : undefined;
        return other !== undefined && isFinal(other.stage.state) ? other : own;
      },
    })),
  ),
  breaking(
    'job.isolation.cancel-without-effect',
    "ends other accounts' jobs although it says that there are none",
    patch('jobs', ({ find }) => ({
      find(id, account, everyone, why) {
        const own = find(id, account, everyone, why);
        if (own === undefined && why === 'cancel') foreign(id, account, everyone)?.abort.abort();
        return own;
      },
    })),
  ),
  breaking(
    'job.isolation.same-refusal',
    'says of a foreign job that it is foreign',
    patch('jobs', ({ find }) => ({
      find(id, account, everyone, why) {
        const own = find(id, account, everyone, why);
        if (own === undefined && foreign(id, account, everyone) !== undefined) {
          throw new GatewayError('job_not_found', 'This job belongs to another account.', { scope: 'model' });
        }
        return own;
      },
    })),
  ),
];

const cancels: readonly Deviation[] = [
  breaking('job.cancel.reaches-final', 'lets a canceled job go on', patch('jobs', { cancel: 'ignore' })),
  breaking(
    'job.cancel.no-body',
    'asks cancels for a body',
    refusing(({ route, rawBody }) => route === 'job-cancel' && rawBody.length === 0, 'invalid_request'),
  ),
  breaking('job.cancel.again', 'does not know a job after its cancel', (behaviour) => {
    const canceled = new Set<string>();
    return refusing(({ route, path }) => {
      if (route !== 'job-cancel') return false;
      const again = canceled.has(path);
      canceled.add(path);
      return again;
    }, 'job_not_found')(behaviour);
  }),
  breaking(
    'job.cancel.only-the-one',
    'ends all jobs of the account with the one that is canceled',
    answering((answer, request) => {
      if (request.route !== 'job-cancel' || answer.status !== 200) return answer;
      for (const job of request.account?.jobs.values() ?? []) if (!isFinal(job.stage.state)) job.abort.abort();
      return answer;
    }),
  ),
  breaking(
    'job.cancel.unknown',
    'refuses cancels of unknown jobs as finished',
    retelling(({ status }, { route }) => route === 'job-cancel' && status === 404, 409, 'job_already_finished'),
  ),
  breaking(
    'job.cancel.malformed',
    'fails on cancels of ids of another form',
    refusing(({ route, path }) => route === 'job-cancel' && !/^job_\w+$/.test(namedId(path)), 'internal_error'),
  ),
  ...(['failed', 'canceled'] as const).map((state) =>
    breaking(
      `job.cancel-finished.${state}`,
      `does not know ${state} jobs when they are canceled`,
      retelling(
        ({ status }, request) =>
          request.route === 'job-cancel' && status === 409 && namedJob(request)?.stage.state === state,
        404,
        'job_not_found',
      ),
    ),
  ),
  breaking(
    'job.cancel-finished.unchanged',
    'tells a finished job as ended later once a cancel was refused',
    (behaviour) => {
      const refused = new Set<string>();
      return answeringBody((body, request, status) => {
        const id = namedId(request.path);
        if (request.route === 'job-cancel' && status === 409) refused.add(id);
        if (request.route !== 'job-get' || !refused.has(id) || typeof body.completed_at !== 'string') return body;
        return { ...body, completed_at: new Date(Date.parse(body.completed_at) + 1_000).toISOString() };
      })(behaviour);
    },
  ),
];

/** What a gateway gets wrong about whose jobs are read and canceled. */
export const jobOwnerDeviations: readonly Deviation[] = [...isolation, ...cancels];
