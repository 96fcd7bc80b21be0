import type { FastifyInstance } from 'fastify';
import type { EffectsAnswer, FaultsAnswer, ReportedEffect } from '../control/fault-protocol.ts';
import { checkFaultRules } from '../faults/check-fault-rules.ts';
import { type Effect, mostEffects } from '../journal/effect-ledger.ts';
import { addUsd } from '../records/usd.ts';
import type { Account } from '../tenants/account.ts';
import { checked } from './checked.ts';
import { readCount } from './read-query.ts';
import type { TestbedParts } from './testbed-parts.ts';

const limit = { least: 1, most: mostEffects, otherwise: mostEffects };

/** The simulator's own operations on the faults of an account, and on what its requests did. */
export function faultRoutes(app: FastifyInstance, { base, accountOf, body }: TestbedParts): void {
  const of = `${base}/accounts/:account`;

  app.get(`${of}/faults`, async (request) => reportsOf(accountOf(request)));
  app.put(`${of}/faults`, async (request) => {
    const account = accountOf(request);
    const rules = checked(() => checkFaultRules(body(request).faults, new Set(account.models.keys())));
    account.workbench.faults.set(rules);
    account.workbench.gates.closeAll();
    return reportsOf(account);
  });
  app.delete(`${of}/faults`, async (request, reply) => {
    accountOf(request).workbench.faults.set([]);
    return reply.code(204).send();
  });
  app.get(`${of}/effects`, async (request) => effectsOf(accountOf(request), readCount(request, 'limit', limit)));
}

function reportsOf({ workbench }: Account): FaultsAnswer {
  return {
    faults: workbench.faults.reports().map(({ id, rule, description, seen, acted }) => ({
      ...rule,
      id,
      description,
      seen,
      acted,
    })),
  };
}

function effectsOf({ generations, dropped, workbench }: Account, newest: number): EffectsAnswer {
  return {
    effects: workbench.effects.effects(generations).slice(-newest).map(reportOf),
    keys: workbench.effects.keys(generations).map((sum) => ({
      idempotency_key: sum.idempotencyKey,
      requests: sum.requests,
      generations: sum.generations,
      charged_usd: sum.chargedUsd,
    })),
    generations: dropped.generations + generations.length,
    charged_usd: generations.reduce((sum, { chargedUsd }) => addUsd(sum, chargedUsd), dropped.chargedUsd),
  };
}

function reportOf({ requestId, idempotencyKey, answer, generation }: Effect): ReportedEffect {
  return {
    request_id: requestId,
    idempotency_key: idempotencyKey ?? null,
    answer,
    ran:
      generation === undefined
        ? null
        : {
            generation_id: generation.id,
            kind: generation.kind,
            model: generation.model,
            state: generation.hasEnded === true ? 'ended' : 'running',
            error_code: generation.errorCode,
            charged_usd: generation.chargedUsd,
          },
  };
}
