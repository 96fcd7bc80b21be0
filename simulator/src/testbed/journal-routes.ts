import type { FastifyInstance } from 'fastify';
import type { CountersAnswer, JournalAnswer } from '../control/journal-protocol.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import type { Journal } from '../journal/journal.ts';
import { type ReportedWorld, reportEntry } from '../journal/report-entry.ts';
import type { Account } from '../tenants/account.ts';
import { guard } from './guard.ts';
import { readCount } from './read-query.ts';
import type { TestbedParts } from './testbed-parts.ts';

const limit = { least: 1, most: 200, otherwise: 200 };

/** The simulator's own operations on what clients have sent. */
export function journalRoutes(app: FastifyInstance, options: GatewayOptions, { base, accountOf }: TestbedParts): void {
  const { names, registry } = options;

  app.get(`${base}/journal`, async (request) => {
    guard(options, request);
    return report(registry.unauthenticatedRequests, readCount(request, 'limit', limit), {
      names,
      modelIds: [],
      faults: [],
      secrets: [],
    });
  });
  app.get(`${base}/accounts/:account/journal`, async (request) => {
    const account = accountOf(request);
    const { models, workbench } = account;
    const world = {
      names,
      modelIds: [...models.keys()],
      faults: workbench.faults.reports(),
      secrets: secretsOf(account),
    };
    return report(workbench.journal, readCount(request, 'limit', limit), world);
  });
  app.get(`${base}/accounts/:account/counters`, async (request) => countersOf(accountOf(request)));
}

function secretsOf({ keys, webhooks }: Account): readonly string[] {
  const ofKeys = [...keys.values()].map(({ secret }) => secret);
  return [...ofKeys, ...[...webhooks.values()].flatMap(({ secrets }) => secrets)];
}

function report({ entries, count }: Journal, newest: number, world: ReportedWorld): JournalAnswer {
  const shown = entries.slice(-newest).map((entry) => reportEntry(entry, world));
  return { requests: count, dropped: count - entries.length, entries: shown };
}

function countersOf({ workbench, generations, dropped, jobs, deliveries }: Account): CountersAnswer {
  const { journal, faults } = workbench;
  const { statuses, codes } = journal.counters;
  return {
    requests: journal.count,
    statuses: Object.fromEntries(statuses),
    codes: Object.fromEntries(codes),
    endpoint_calls: workbench.endpointCalls,
    generations: dropped.generations + generations.length,
    jobs: jobs.size,
    deliveries: deliveries.size,
    delivery_attempts: [...deliveries.values()].reduce((sum, { record }) => sum + record.attempts.length, 0),
    faults_acted: faults.reports().reduce((sum, { acted }) => sum + acted, 0),
  };
}
