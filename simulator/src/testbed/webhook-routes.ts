import type { RotationAnswer, WebhookAnswer } from '@gateproof/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { loopbackAuthority } from '../network/loopback-authority.ts';
import type { WebhookEndpoint } from '../records/webhook-endpoint.ts';
import type { Account } from '../tenants/account.ts';
import { mostJobs } from '../tenants/account-records.ts';
import { readCount } from './read-query.ts';

const limit = { least: 1, most: mostJobs, otherwise: mostJobs };

type Read<T> = (request: FastifyRequest) => T;
type Body = Readonly<Record<string, unknown>>;

/** Testbed operations on webhook endpoints, and the simulator's own on the delivery log. */
export function webhookRoutes(
  app: FastifyInstance,
  options: GatewayOptions,
  { base, accountOf, body }: { readonly base: string; readonly accountOf: Read<Account>; readonly body: Read<Body> },
): void {
  const { behaviour } = options;
  const of = `${base}/accounts/:account`;

  app.post(`${of}/webhooks`, async (request, reply): Promise<WebhookAnswer> => {
    const account = accountOf(request);
    const endpoint = readEndpoint(account, body(request), options);
    account.webhooks.set(endpoint.id, endpoint);
    reply.code(201);
    return { id: endpoint.id, secret: endpoint.secrets[0] ?? '' };
  });
  app.delete(`${of}/webhooks/:webhook`, async (request, reply) => {
    const account = accountOf(request);
    const endpoint = endpointOf(account, request);
    behaviour.webhooks.remove(endpoint, account);
    options.webhookSender.forget(endpoint);
    return reply.code(204).send();
  });
  app.post(`${of}/webhooks/:webhook/rotate`, async (request): Promise<RotationAnswer> => {
    const account = accountOf(request);
    const endpoint = endpointOf(account, request);
    const secret = account.ids.next('whsec_');
    endpoint.secrets = behaviour.webhooks.rotate(endpoint, secret, account);
    return { secret: endpoint.secrets[0] ?? secret };
  });
  app.post(`${of}/webhooks/:webhook/retire`, async (request, reply) => {
    const account = accountOf(request);
    const endpoint = endpointOf(account, request);
    endpoint.secrets = behaviour.webhooks.retire(endpoint, account);
    return reply.code(204).send();
  });
  app.get(`${of}/deliveries`, async (request) => ({
    deliveries: [...accountOf(request).deliveries.values()]
      .slice(-readCount(request, 'limit', limit))
      .map(({ record }) => record),
  }));
  app.post(`${of}/deliveries/:delivery/replay`, async (request) => {
    const { delivery } = request.params as { delivery: string };
    const found = accountOf(request).deliveries.get(delivery);
    if (found === undefined) throw new GatewayError('not_found', `The account has no delivery ${delivery}.`);
    return { status: await found.again() };
  });
}

function endpointOf(account: Account, request: FastifyRequest): WebhookEndpoint {
  const { webhook } = request.params as { webhook: string };
  const found = account.webhooks.get(webhook);
  if (found === undefined) throw new GatewayError('not_found', `The account has no webhook endpoint ${webhook}.`);
  return found;
}

function readEndpoint(account: Account, body: Body, options: GatewayOptions): WebhookEndpoint {
  const { url, connect_to: connectTo, ca } = body;
  const behaviour = options.behaviour.webhooks;
  const invalid = (field: string, what: string) =>
    new GatewayError('invalid_request', `${field}: ${what}.`, { scope: 'request' });
  if (typeof url !== 'string') throw invalid('url', 'must be a string');
  if (connectTo !== undefined && (typeof connectTo !== 'string' || !/^.+:\d+$/.test(connectTo))) {
    throw invalid('connect_to', 'must be host:port');
  }
  if (ca !== undefined && typeof ca !== 'string') throw invalid('ca', 'must be PEM text');
  const secret = behaviour.firstSecret(account.ids.next('whsec_'), account);
  const local = options.allowLocalWebhooks ? loopbackAuthority(url) : undefined;
  const reached = { connectTo: connectTo ?? local, ca };
  const endpoint = { id: account.ids.next('whk_'), url, ...reached, secrets: [secret], isRemoved: false };
  const problem = local === undefined ? behaviour.urlProblem(url, endpoint, account) : undefined;
  if (problem === undefined) return endpoint;
  const remedy = loopbackAuthority(url) === undefined ? '' : '; --allow-local-webhooks lets this simulator take it';
  throw invalid('url', problem + remedy);
}
