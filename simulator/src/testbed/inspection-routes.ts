import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AccountsAnswer,
  CallsAnswer,
  ChangesAnswer,
  GatesAnswer,
  JobsAnswer,
  WebhooksAnswer,
} from '../control/inspection-protocol.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { renderJob } from '../http/send-job.ts';
import type { CallEntry } from '../journal/call-log.ts';
import type { Account } from '../tenants/account.ts';
import { guard } from './guard.ts';
import { readCount, readText } from './read-query.ts';
import type { TestbedParts } from './testbed-parts.ts';
import { longestWaitMs, waitUntil } from './wait-until.ts';

const limits = {
  accounts: { least: 1, most: 10_000, otherwise: 1_000 },
  items: { least: 1, most: 200, otherwise: 200 },
  wait: { least: 0, most: longestWaitMs, otherwise: 10_000 },
};

/** The simulator's own operations that list what an account has, and report that it has changed. */
export function inspectionRoutes(
  app: FastifyInstance,
  options: GatewayOptions,
  { base, accountOf }: TestbedParts,
): void {
  const { registry, clock } = options;
  const of = `${base}/accounts/:account`;
  const newest = (request: FastifyRequest) => readCount(request, 'limit', limits.items);

  app.get(`${base}/accounts`, async (request): Promise<AccountsAnswer> => {
    guard(options, request);
    const accounts = [...registry.accounts()].slice(-readCount(request, 'limit', limits.accounts));
    return {
      accounts: accounts.map(({ id, epoch, workbench }) => ({ id, epoch, requests: workbench.journal.count })),
    };
  });
  app.get(`${of}/changes`, async (request, reply): Promise<ChangesAnswer> => {
    const account = accountOf(request);
    const after = readText(request, 'after');
    const timeoutMs = readCount(request, 'timeout_ms', limits.wait);
    const { workbench } = account;
    const look = () => (versionOf(account) === after ? undefined : true);
    const waiting = waitUntil({ workbench, clock, timeoutMs, signal: goneSignal(reply) }, look);
    await waiting.catch((error: unknown) => {
      if (!workbench.isClosed) throw error;
    });
    // Looked up again: it may have been reset meanwhile.
    return { version: versionOf(accountOf(request)) };
  });
  app.get(`${of}/calls`, async (request): Promise<CallsAnswer> => {
    const { count, entries } = accountOf(request).workbench.keepCalls();
    return { calls: count, entries: entries.slice(-newest(request)).map(reportCall) };
  });
  app.get(`${of}/jobs`, async (request): Promise<JobsAnswer> => {
    const account = accountOf(request);
    const jobs = [...account.jobs.values()].slice(-newest(request));
    return { jobs: jobs.map((job) => renderJob(options, { account, job, where: 'read' })) };
  });
  app.get(`${of}/webhooks`, async (request): Promise<WebhooksAnswer> => {
    const present = [...accountOf(request).webhooks.values()].filter(({ isRemoved }) => !isRemoved);
    return { webhooks: present.map(({ id, url, secrets }) => ({ id, url, secrets })) };
  });
  app.get(`${of}/gates`, async (request): Promise<GatesAnswer> => {
    const states = accountOf(request).workbench.gates.states();
    return { gates: states.map(({ gate, waiting, isOpen }) => ({ gate, waiting, open: isOpen })) };
  });
}

/** Of the account between two resets, with the number of its changes. */
function versionOf({ epoch, workbench }: Account): string {
  return `${epoch}.${workbench.changes.count}`;
}

function reportCall(call: CallEntry): CallsAnswer['entries'][number] {
  const { number, atMs, requestId, url, model, isStream, answeredBy, status, answer, endedAtMs } = call;
  return {
    number,
    at: new Date(atMs).toISOString(),
    request_id: requestId ?? null,
    url,
    model,
    stream: isStream,
    answered_by: answeredBy ?? null,
    status: status ?? null,
    answer,
    ended_at: endedAtMs === undefined ? null : new Date(endedAtMs).toISOString(),
  };
}
