import {
  type AccountAnswer,
  type Capability,
  type ClockAnswer,
  type Fragments,
  type KeyAnswer,
  type ModelAnswer,
  modelModalities,
  type TestbedDescription,
  testbedProtocol,
  type UsageAnswer,
} from '@gateproof/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { referenceBodies } from '../behaviour/bodies.ts';
import { parseObject } from '../domain/chat/parse-body.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { holderOf } from '../http/watch-requests.ts';
import type { Account } from '../tenants/account.ts';
import { eventRoutes } from './event-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { guard } from './guard.ts';
import { inspectionRoutes } from './inspection-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import {
  readAdvanceMs,
  readKeyRequest,
  readModelRequest,
  readNumber,
  readRateLimit,
  readTrouble,
} from './read-request.ts';
import { replyRoutes } from './reply-routes.ts';
import { waitRoutes } from './wait-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { readSeed, worldRoutes } from './world-routes.ts';

const base = '/_testbed/v1';
const plentyUsd = 1_000_000;

const claimed: readonly Capability[] = [
  'accounts',
  'credit',
  'keys',
  'models',
  'upstreams',
  'webhooks',
  'rotation',
  'clock',
  'rate-limit',
  'snapshot',
  'internal-fault',
  'usage',
  'fragments',
];

/** The testbed protocol, for what the simulator can arrange. Open to this machine, or to whoever has the token. */
export function testbedRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const body = (request: FastifyRequest) => {
    const raw = request.body as Uint8Array;
    return raw.length === 0 ? {} : parseObject(referenceBodies, raw);
  };
  const accountOf = (request: FastifyRequest): Account => {
    guard(options, request);
    const { account } = request.params as { account: string };
    const found =
      account === 'self' ? holderOf(options.registry, request.raw)?.account : options.registry.account(account);
    if (found === undefined) throw new GatewayError('not_found', noAccount(account));
    return found;
  };

  app.get(base, async (request) => {
    guard(options, request);
    return describe(options);
  });
  app.get(`${base}/`, async (request) => {
    guard(options, request);
    return describe(options);
  });
  app.post(`${base}/accounts`, async (request, reply): Promise<AccountAnswer> => {
    guard(options, request);
    const given = body(request);
    const account = options.registry.createAccount(readNumber(given, 'credit_usd') ?? plentyUsd, readSeed(given));
    const { id, secret } = options.registry.createKey(account, {});
    await options.persistence.keepSettings(account);
    reply.code(201);
    return { id: account.id, key: { id, secret } };
  });
  keepChanges(app, options);
  app.delete(`${base}/accounts/:account`, async (request, reply) => {
    const account = accountOf(request);
    for (const endpoint of account.webhooks.values()) {
      endpoint.isRemoved = true;
      options.webhookSender.forget(endpoint);
    }
    options.registry.removeAccount(account);
    await options.persistence.forget(account);
    return reply.code(204).send();
  });
  app.put(`${base}/accounts/:account/credit`, async (request, reply) => {
    const account = accountOf(request);
    account.creditUsd = readNumber(body(request), 'usd') ?? account.creditUsd;
    return reply.code(204).send();
  });
  keyRoutes(app, options, accountOf, body);
  stateRoutes(app, options, accountOf, body);
  webhookRoutes(app, options, { base, accountOf, body });
  const parts = { base, accountOf, body };
  waitRoutes(app, options, parts);
  journalRoutes(app, options, parts);
  inspectionRoutes(app, options, parts);
  worldRoutes(app, options, parts);
  faultRoutes(app, parts);
  replyRoutes(app, parts);
  eventRoutes(app, options, parts);
}

function noAccount(name: string): string {
  return name === 'self'
    ? 'self is the account of the API key in Authorization; there was none, or nobody has it.'
    : `The testbed has no account ${name}.`;
}

/** What the testbed arranges for an account, on the routes that are added from now on, is kept before it says so, and is a change that others may wait for. */
function keepChanges(app: FastifyInstance, { registry, persistence }: GatewayOptions): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || !route.url.startsWith(`${base}/accounts/:account`)) return;
    route.onSend = async (request: FastifyRequest) => {
      const { account: id } = request.params as { readonly account: string };
      const account = id === 'self' ? holderOf(registry, request.raw)?.account : registry.account(id);
      if (account === undefined) return;
      await persistence.keepSettings(account);
      account.workbench.changes.notify();
    };
  });
}

type AccountOf = (request: FastifyRequest) => Account;
type Body = (request: FastifyRequest) => Readonly<Record<string, unknown>>;

function keyRoutes(app: FastifyInstance, options: GatewayOptions, accountOf: AccountOf, body: Body): void {
  app.post(`${base}/accounts/:account/keys`, async (request, reply): Promise<KeyAnswer> => {
    const account = accountOf(request);
    const { id, secret } = options.registry.createKey(account, readKeyRequest(body(request)));
    reply.code(201);
    return { id, secret };
  });
  app.delete(`${base}/accounts/:account/keys/:key`, async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = accountOf(request).keys.get(key);
    if (found === undefined) throw new GatewayError('not_found', `The account has no key ${key}.`);
    found.deleted = true;
    return reply.code(204).send();
  });
  app.post(`${base}/accounts/:account/models`, async (request, reply): Promise<ModelAnswer> => {
    const account = accountOf(request);
    const model = readModelRequest(body(request), account);
    account.models.set(model.id, model);
    reply.code(201);
    return { id: model.id };
  });
}

function stateRoutes(app: FastifyInstance, { behaviour }: GatewayOptions, accountOf: AccountOf, body: Body): void {
  const now = (account: Account): ClockAnswer => ({ now: new Date(account.clock.now()).toISOString() });

  app.get(`${base}/accounts/:account/clock`, async (request) => now(accountOf(request)));
  app.post(`${base}/accounts/:account/clock/advance`, async (request) => {
    const account = accountOf(request);
    await account.clock.advance(readAdvanceMs(body(request), account));
    return now(account);
  });
  app.put(`${base}/accounts/:account/rate-limit`, async (request, reply) => {
    const account = accountOf(request);
    account.rateLimit = readRateLimit(body(request));
    account.recentRequests.length = 0;
    return reply.code(204).send();
  });
  app.put(`${base}/accounts/:account/trouble`, async (request, reply) => {
    const account = accountOf(request);
    account.trouble = readTrouble(body(request), account.trouble);
    return reply.code(204).send();
  });
  app.get(`${base}/accounts/:account/usage`, async (request): Promise<UsageAnswer> => {
    const account = accountOf(request);
    const generations = behaviour.usage.listed(account.generations);
    return {
      generations: generations.map(({ id, kind, model, chargedUsd, errorCode }) => ({
        generation_id: id,
        kind,
        model,
        charged_usd: chargedUsd,
        error_code: errorCode,
      })),
      charged_usd: generations.reduce((sum, { chargedUsd }) => sum + chargedUsd, account.dropped.chargedUsd),
    };
  });
}

function describe(options: GatewayOptions): TestbedDescription {
  const { upstreamTimeoutMs, requestTimeoutMs, bodyLimitBytes, names, behaviour } = options;
  const fragments: Fragments = {
    zdr: { [names.requestField]: { zdr: true } },
    looser_retention: { [names.requestField]: { retention: 'long' } },
    other_region: { [names.requestField]: { region: 'elsewhere' } },
    unsupported_feature: { audio: { voice: 'any' } },
    excluding_filter: { provider: { only: ['nobody'] } },
    widest_provider: { provider: { allow_fallbacks: true, allow_models: ['*'] } },
    preset_without_model: { [names.requestField]: { preset: 'retired' } },
    image_inputs: { prompt: 'a red square' },
    transcription_inputs: { audio_url: 'https://audio.example.com/hello.wav' },
    body_limit_bytes: bodyLimitBytes,
  };
  return {
    protocol: testbedProtocol,
    capabilities: claimed,
    modalities: modelModalities,
    clock_scope: 'account',
    upstream_timeout_ms: upstreamTimeoutMs,
    request_timeout_ms: requestTimeoutMs,
    key_propagation_ms: 0,
    signing_key: behaviour.webhooks.signingKey,
    fragments,
  };
}
