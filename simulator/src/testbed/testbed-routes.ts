import {
  type AccountAnswer,
  type Capability,
  type ClockAnswer,
  type Fragments,
  type KeyAnswer,
  type ModelAnswer,
  type TestbedDescription,
  testbedProtocol,
  type UsageAnswer,
} from '@gateproof/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { referenceBodies } from '../behaviour/bodies.ts';
import { parseObject } from '../domain/chat/parse-body.ts';
import { GatewayError } from '../domain/errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import type { Account } from '../tenants/account.ts';
import {
  readAdvanceMs,
  readKeyRequest,
  readModelRequest,
  readNumber,
  readRateLimit,
  readTrouble,
} from './read-request.ts';
import { webhookRoutes } from './webhook-routes.ts';

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
    const found = options.registry.account(account);
    if (found === undefined) throw new GatewayError('not_found', `The testbed has no account ${account}.`);
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
    const account = options.registry.createAccount(readNumber(body(request), 'credit_usd') ?? plentyUsd);
    const { id, secret } = options.registry.createKey(account, {});
    await options.keeper.keepSettings(account);
    reply.code(201);
    return { id: account.id, key: { id, secret } };
  });
  app.delete(`${base}/accounts/:account`, async (request, reply) => {
    const account = accountOf(request);
    for (const endpoint of account.webhooks.values()) {
      endpoint.isRemoved = true;
      options.webhookSender.forget(endpoint);
    }
    options.registry.removeAccount(account);
    await options.keeper.forget(account);
    return reply.code(204).send();
  });
  app.put(`${base}/accounts/:account/credit`, async (request, reply) => {
    const account = accountOf(request);
    account.creditUsd = readNumber(body(request), 'usd') ?? account.creditUsd;
    return reply.code(204).send();
  });
  keepChanges(app, options);
  keyRoutes(app, options, accountOf, body);
  worldRoutes(app, accountOf, body);
  webhookRoutes(app, options, { base, accountOf, body });
}

/** What the testbed arranged for an account is kept before it says so. */
function keepChanges(app: FastifyInstance, { registry, keeper }: GatewayOptions): void {
  app.addHook('onSend', async (request) => {
    const { account: id } = (request.params ?? {}) as { readonly account?: string };
    if (id === undefined || request.method === 'GET' || !request.url.startsWith(base)) return;
    const account = registry.account(id);
    if (account !== undefined) await keeper.keepSettings(account);
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

function worldRoutes(app: FastifyInstance, accountOf: AccountOf, body: Body): void {
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
    const { generations } = accountOf(request);
    return {
      generations: generations.map(({ id, kind, model, chargedUsd, errorCode }) => ({
        generation_id: id,
        kind,
        model,
        charged_usd: chargedUsd,
        error_code: errorCode,
      })),
      charged_usd: generations.reduce((sum, { chargedUsd }) => sum + chargedUsd, 0),
    };
  });
}

function guard(options: GatewayOptions, request: FastifyRequest): void {
  const local = request.ip === '127.0.0.1' || request.ip === '::1' || request.ip === '::ffff:127.0.0.1';
  const token = request.headers['x-testbed-token'];
  if (options.testbedToken === undefined ? local : token === options.testbedToken) return;
  throw new GatewayError(
    'forbidden',
    'The testbed is open to this machine, or to whoever sends its token in X-Testbed-Token.',
  );
}

function describe({ upstreamTimeoutMs, bodyLimitBytes, names }: GatewayOptions): TestbedDescription {
  const fragments: Fragments = {
    zdr: { [names.requestField]: { zdr: true } },
    looser_retention: { [names.requestField]: { retention: 'long' } },
    other_region: { [names.requestField]: { region: 'elsewhere' } },
    unsupported_feature: { audio: { voice: 'any' } },
    excluding_filter: { provider: { only: ['nobody'] } },
    image_inputs: { prompt: 'a red square' },
    transcription_inputs: { audio_url: 'https://audio.example.com/hello.wav' },
    body_limit_bytes: bodyLimitBytes,
  };
  return {
    protocol: testbedProtocol,
    capabilities: claimed,
    modalities: ['text', 'embeddings', 'image', 'audio_stt'],
    clock_scope: 'account',
    upstream_timeout_ms: upstreamTimeoutMs,
    key_propagation_ms: 0,
    fragments,
  };
}
