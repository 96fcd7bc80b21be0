import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unknownJob } from '../domain/jobs/job-run.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { renderJob } from '../http/send-job.ts';
import { isFinal, type Job } from '../records/job.ts';
import type { DeliveryRecord } from '../records/webhook-endpoint.ts';
import type { Account } from '../tenants/account.ts';
import { readChoice, readCount } from './read-query.ts';
import type { TestbedParts } from './testbed-parts.ts';
import { longestWaitMs, waitUntil } from './wait-until.ts';

const defaultWaitMs = 10_000;
const jobStates = ['final', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
const deliveryStates = ['delivered', 'given-up', 'attempted'] as const;

/** The simulator's own operations that answer once something has happened, or 408 when it has not in time. */
export function waitRoutes(app: FastifyInstance, options: GatewayOptions, { base, accountOf }: TestbedParts): void {
  const of = `${base}/accounts/:account`;
  const wait = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { look, missing }: { readonly look: () => T | undefined; readonly missing: () => string },
  ): Promise<T> => {
    const timeoutMs = readCount(request, 'timeout_ms', { least: 0, most: longestWaitMs, otherwise: defaultWaitMs });
    const { workbench } = accountOf(request);
    const found = await waitUntil({ workbench, clock: options.clock, timeoutMs, signal: goneSignal(reply) }, look);
    if (found !== undefined) return found;
    throw new GatewayError('wait_timeout', `After ${timeoutMs} ms ${missing()}.`);
  };

  app.get(`${of}/jobs/:job/wait`, async (request, reply) => {
    const account = accountOf(request);
    const job = jobOf(account, request);
    const wanted = readChoice(request, 'state', jobStates);
    const look = () => (isIn(job, wanted) ? job : undefined);
    const missing = () => `job ${job.id} is ${job.stage.state}; wanted ${wanted}`;
    return renderJob(options, { account, job: await wait(request, reply, { look, missing }), where: 'read' });
  });

  app.get(`${of}/deliveries/wait`, async (request, reply) => {
    const account = accountOf(request);
    const count = readCount(request, 'count', { least: 1, most: 100_000, otherwise: 1 });
    const state = readChoice(request, 'state', deliveryStates);
    const settled = () =>
      [...account.deliveries.values()].map(({ record }) => record).filter((one) => isOf(one, state));
    const made = () =>
      state === 'attempted' ? settled().reduce((sum, one) => sum + one.attempts.length, 0) : settled().length;
    const look = () => (made() >= count ? { deliveries: settled() } : undefined);
    const missing = () =>
      `${made()} of ${count} ${state === 'attempted' ? 'attempts were made' : `deliveries are ${state}`}`;
    return wait(request, reply, { look, missing });
  });

  app.get(`${of}/gates/:gate/wait`, async (request, reply) => {
    const { gates } = accountOf(request).workbench;
    const { gate } = request.params as { gate: string };
    const look = () => (gates.waitingAt(gate) > 0 ? { gate, waiting: gates.waitingAt(gate) } : undefined);
    return wait(request, reply, { look, missing: () => `nothing waits at the gate ${gate}` });
  });

  app.post(`${of}/gates/:gate/release`, async (request) => {
    const { gates } = accountOf(request).workbench;
    const { gate } = request.params as { gate: string };
    const released = gates.waitingAt(gate);
    gates.release(gate);
    return { gate, released };
  });
}

function jobOf(account: Account, request: FastifyRequest): Job {
  const { job: id } = request.params as { job: string };
  const job = account.jobs.get(id);
  if (job === undefined) throw unknownJob(id, 'not_found');
  return job;
}

/** Throws when the job has ended otherwise: it will never be in that state. */
function isIn(job: Job, wanted: (typeof jobStates)[number]): boolean {
  const { state } = job.stage;
  if (state === wanted || (wanted === 'final' && isFinal(state))) return true;
  if (!isFinal(state)) return false;
  throw new GatewayError('wait_in_vain', `Job ${job.id} is ${state} for good and will not be ${wanted}.`);
}

function isOf(record: DeliveryRecord, state: (typeof deliveryStates)[number]): boolean {
  return state === 'attempted' ? record.attempts.length > 0 : record.state === state;
}
