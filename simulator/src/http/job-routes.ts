import { realTime } from '@gateproof/upstreams';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discardedError, unknownJob } from '../domain/jobs/job-run.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isFinal, type Job } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import type { Caller } from '../tenants/admission-request.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { identifyCaller } from './identify-caller.ts';
import { sendJob } from './send-job.ts';

type JobRequest = FastifyRequest<{ Params: { id: string } }>;

/** `GET /v1/jobs/{id}` and `POST /v1/jobs/{id}/cancel`. */
export function jobRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const { routes, jobs } = options.behaviour;

  app.get(routes.paths['job-get'], async (request: JobRequest, reply) => {
    const { caller, job } = findJob(options, request, 'job-get');
    refuseDiscarded(options, job);
    // What an answer states of a job stays so, whatever happens to this process.
    await options.persistence.written();
    return sendJob(options, reply, { account: ownerOf(options, caller.account, job), job, where: 'read', status: 200 });
  });

  app.post(routes.paths['job-cancel'], async (request: JobRequest, reply) => {
    const { caller, job } = findJob(options, request, 'job-cancel');
    const account = ownerOf(options, caller.account, job);
    refuseFinished(options, job);
    if (!job.cancelRequested) cancel(options, account, job);
    await options.persistence.written();
    return sendJob(options, reply, { account, job, where: 'cancel', status: jobs.cancelStatus });
  });
}

function findJob(
  options: GatewayOptions,
  request: JobRequest,
  route: 'job-get' | 'job-cancel',
): { readonly caller: Caller; readonly job: Job } {
  const { jobs } = options.behaviour;
  const caller = identifyCaller(options, request, route);
  const { id } = request.params;
  const use = route === 'job-get' ? 'read' : 'cancel';
  const job = jobs.find(id, caller.account, options.registry.accounts(), use, caller.key);
  if (job === undefined || isForgotten(options, caller.account, job)) throw unknownJob(id);
  const allowed = caller.key.restrictions.models;
  if (jobs.restrictedCode !== undefined && allowed !== undefined && !allowed.includes(job.requestedModel)) {
    throw new GatewayError(jobs.restrictedCode, "The job's model is outside the key's set.", { scope: 'model' });
  }
  return { caller, job };
}

function isForgotten({ behaviour }: GatewayOptions, account: Account, { stage }: Job): boolean {
  const { readableForMs } = behaviour.jobs;
  return (
    readableForMs !== undefined &&
    'completedAtMs' in stage &&
    account.clock.now() >= stage.completedAtMs + readableForMs
  );
}

/** The account that the job belongs to: the caller's, unless the behaviour looked elsewhere. */
function ownerOf({ registry }: GatewayOptions, account: Account, job: Job): Account {
  if (account.jobs.get(job.id) === job) return account;
  return [...registry.accounts()].find(({ jobs }) => jobs.get(job.id) === job) ?? account;
}

function refuseDiscarded({ behaviour }: GatewayOptions, { id, stage }: Job): void {
  const { discardedRead } = behaviour.jobs;
  if (discardedRead === 'job' || stage.state !== 'failed' || stage.error.code !== discardedError.code) return;
  if (discardedRead === 'job_not_found') throw unknownJob(id);
  throw new GatewayError(discardedError.code, discardedError.message, { scope: 'request' });
}

function refuseFinished({ behaviour }: GatewayOptions, job: Job): void {
  const { id, stage, cancelRequested } = job;
  const tooLate = isFinal(stage.state) || (cancelRequested && !behaviour.jobs.acceptsSecondCancel);
  if (!tooLate) return;
  const message = `Job ${id} is ${stage.state}: there is nothing left to cancel.`;
  throw new GatewayError('job_already_finished', message, { scope: 'request' });
}

/** Longest moment between an accepted cancel and the end of a job that shows it later, in ms on the account's clock. */
const pendingCancelMs = 30;

function cancel({ behaviour, persistence, runs }: GatewayOptions, account: Account, job: Job): void {
  job.cancelRequested = true;
  persistence.keepUnwatched(account, { jobs: [job] });
  if (
    behaviour.jobs.cancel === 'ignore' ||
    (behaviour.jobs.cancel === 'after-call' && job.stage.state === 'processing')
  )
    return;
  const end = () => {
    runs.of(job)?.cancel();
    if (behaviour.jobs.stopsCall(job)) job.abort.abort();
  };
  const takesMs = behaviour.jobs.cancelTakesMs(job);
  if (takesMs > 0) realTime.setTimer(takesMs, end);
  else if (behaviour.jobs.cancel === 'at-once') end();
  else account.clock.setTimer(pendingCancelMs, end);
}
