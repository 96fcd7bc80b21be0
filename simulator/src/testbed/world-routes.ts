import type { FastifyInstance } from 'fastify';
import type { WorldAnswer } from '../control/journal-protocol.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import type { Account } from '../tenants/account.ts';
import type { TestbedParts } from './testbed-parts.ts';

const longestSeed = 200;

/** The simulator's own operations that begin an account anew, or make another one like it. */
export function worldRoutes(
  app: FastifyInstance,
  options: GatewayOptions,
  { base, accountOf, body }: TestbedParts,
): void {
  const of = `${base}/accounts/:account`;

  app.get(of, async (request) => answerOf(accountOf(request)));
  app.post(`${of}/reset`, async (request) => {
    const old = accountOf(request);
    const fresh = options.registry.resetAccount(old);
    for (const endpoint of old.webhooks.values()) options.webhookSender.forget(endpoint);
    await options.persistence.replace(old, fresh);
    return answerOf(fresh);
  });
  app.post(`${of}/fork`, async (request, reply) => {
    const account = accountOf(request);
    const fork = options.registry.forkAccount(account, readSeed(body(request)));
    await options.persistence.keepSettings(fork);
    reply.code(201);
    return answerOf(fork);
  });
}

/** The seed of a body; undefined when it is left out. Throws `invalid_request` for what is none. */
export function readSeed({ seed }: Readonly<Record<string, unknown>>): string | undefined {
  if (seed === undefined || seed === null) return undefined;
  if (typeof seed === 'string' && seed !== '' && seed.length <= longestSeed) return seed;
  throw new GatewayError('invalid_request', `seed: must be a string of 1 to ${longestSeed} characters.`, {
    scope: 'request',
  });
}

function answerOf({ id, epoch, seed, keys }: Account): WorldAnswer {
  const all = [...keys.values()].map((key) => ({ id: key.id, secret: key.secret }));
  return { id, epoch, seed, key: all[0] ?? { id: '', secret: '' }, keys: all };
}
