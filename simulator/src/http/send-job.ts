import type { FastifyReply } from 'fastify';
import type { JobView } from '../behaviour/jobs.ts';
import type { Job } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import { fileLink } from './file-routes.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { sendText } from './send-straight.ts';

export interface ShownJob {
  readonly account: Account;
  readonly job: Job;
  readonly where: JobView['where'];
}

/** A Job as it is rendered now, with fresh links. */
export function renderJob(
  { behaviour, names, fileSecret }: GatewayOptions,
  { account, job, where }: ShownJob,
): Readonly<Record<string, unknown>> {
  const nowMs = account.clock.now();
  const { linkLifetimeMs, purgeAfterMs, refreshesLinks } = behaviour.jobs;
  const endedAtMs = 'completedAtMs' in job.stage ? job.stage.completedAtMs : nowMs;
  return behaviour.jobs.render({
    job,
    account,
    nowMs,
    where,
    linkedAtMs: refreshesLinks ? nowMs : endedAtMs,
    linkLifetimeMs,
    purgeAfterMs,
    metadataField: names.metadataField,
    link: (place, expiresAtMs) =>
      fileLink(fileSecret, { origin: job.origin, accountId: account.id, jobId: job.id, place, expiresAtMs }),
  });
}

/** Answers with a Job. */
export function sendJob(
  options: GatewayOptions,
  reply: FastifyReply,
  { status, ...shown }: ShownJob & { readonly status: number },
): FastifyReply {
  return sendJobText(options, reply, status, JSON.stringify(renderJob(options, shown)));
}

/** Answers with a Job that was rendered before. */
export function sendJobText(options: GatewayOptions, reply: FastifyReply, status: number, text: string): FastifyReply {
  return sendText(options, reply, { status, contentType: options.behaviour.completions.contentType, text });
}
