import type { Capability, KeyAnswer, KeyRequest, ModelRequest } from '@gateproof/spec';
import { NotArranged } from '../../check/setup-failed.ts';
import type { RunClock } from '../../clock/run-clock.ts';
import type { Testbed, TestbedAccount } from '../testbed.ts';
import { ForwardingPort } from './forwarding-port.ts';
import { ModelPool } from './model-pool.ts';
import { StandingWebhooks } from './standing-webhooks.ts';
import type { KeyRoles, StaticProfile, WiredModel } from './static-profile.ts';

/**
 * The testbed of a target without the protocol: keys by role, models wired to ports that are opened here. What the profile does not hold is
 * `NotArranged`, with the key of the profile that would unlock it.
 *
 * @throws the system's error when a port is taken
 */
export async function openStaticTestbed(
  profile: StaticProfile,
  run: { readonly clock: RunClock; readonly nonce: string },
): Promise<Testbed> {
  const ports = new Map<number, ForwardingPort>();
  const closePorts = () => Promise.all([...ports.values()].map((port) => port.close()));
  const open = async () => {
    for (const port of new Set(profile.models.flatMap((model) => model.ports))) {
      ports.set(port, await ForwardingPort.open(profile.upstreamHost, port, run.clock));
    }
    return StandingWebhooks.open(profile.webhooks, { ...run, host: profile.upstreamHost });
  };
  const webhooks = await open().catch(async (error: unknown) => {
    await closePorts();
    throw error;
  });
  const means = { profile, pool: new ModelPool(profile.models, ports), webhooks };
  return {
    facts: {
      capabilities: capabilitiesOf(profile),
      modalities: undefined,
      clockScope: 'target',
      upstreamTimeoutMs: profile.upstreamTimeoutMs,
      keyPropagationMs: 0,
      signingKey: profile.signingKey,
      fragments: profile.fragments,
      modelHeaders: new Map(profile.models.map(({ id, headers }) => [id, headers])),
    },
    createAccount: async (creditUsd, ordinal) => accountFor(means, creditUsd, ordinal),
    close: async () => {
      await Promise.all([webhooks.close(), closePorts()]);
    },
  };
}

/** What the profile lets be arranged. */
function capabilitiesOf({ keys, models, webhooks, fragments }: StaticProfile): ReadonlySet<Capability> {
  const capabilities = new Set<Capability>();
  const roles = [keys.expired, keys.deleted, keys.elsewhere, keys.capped, keys.policy, keys.restricted, keys.others[0]];
  if (models.some(({ ports }) => ports.length > 0)) capabilities.add('models').add('upstreams');
  if (roles.some((role) => role !== undefined)) capabilities.add('keys');
  if (keys.secondAccount !== undefined) capabilities.add('accounts');
  if (keys.noCredit !== undefined) capabilities.add('credit');
  if (webhooks.length > 0) capabilities.add('webhooks');
  if (webhooks.some(({ previousSecret }) => previousSecret !== undefined)) capabilities.add('rotation');
  if (Object.keys(fragments).length > 0) capabilities.add('fragments');
  return capabilities;
}

/** What the accounts of one static testbed share. */
interface StaticMeans {
  readonly profile: StaticProfile;
  readonly pool: ModelPool;
  readonly webhooks: StandingWebhooks;
}

function accountFor(means: StaticMeans, creditUsd: number | undefined, ordinal: number): TestbedAccount {
  const { keys } = means.profile;
  if (creditUsd === 0) return account(means, 'no-credit', need(keys.noCredit, 'keys.no_credit'));
  if (ordinal === 1) return account(means, 'default', keys.default);
  if (ordinal === 2) return account(means, 'second', need(keys.secondAccount, 'keys.second_account'));
  throw new NotArranged('a static profile has two accounts, and this case needs more');
}

function need(secret: string | undefined, key: string): string {
  if (secret === undefined) throw new NotArranged(`the profile names no ${key}`);
  return secret;
}

function account({ profile, pool, webhooks }: StaticMeans, name: string, secret: string): TestbedAccount {
  const taken: WiredModel[] = [];
  let isRemoved = false;
  const refuse = (what: string) => async (): Promise<never> => {
    throw new NotArranged(`a static profile can not ${what}`);
  };
  const { restricted } = profile.keys;
  return {
    id: name,
    key: { id: name, secret },
    createKey: async (request) => keyFor(profile.keys, request),
    deleteKey: refuse('delete keys'),
    createModel: async (request: ModelRequest) => {
      if (name !== 'default') throw new NotArranged('the models of a static profile belong to its default account');
      // A case that was ended may still ask, and would never give the model back.
      if (isRemoved) throw new NotArranged('the case has ended');
      const model = pool.take(request);
      taken.push(model);
      await pool.wire(model, request.endpoints);
      return model.id;
    },
    setCredit: refuse('change the credit of an account'),
    setRateLimit: refuse('set rate limits'),
    setTrouble: refuse('bring about troubles of the gateway'),
    now: refuse('read the clock'),
    advance: refuse('move the clock'),
    usage: refuse('read usage'),
    registerWebhook: refuse('register webhook endpoints'),
    rotateSecret: refuse('rotate secrets'),
    retireSecret: refuse('retire secrets'),
    removeWebhook: refuse('remove webhook endpoints'),
    ...(restricted === undefined ? {} : { restricted }),
    roleKey: (role) => ({ id: role, secret: need(profile.keys[role], `keys.${role}`) }),
    standingWebhook: ({ rotating }) => {
      if (name !== 'default') throw new NotArranged('the webhooks of a static profile belong to its default account');
      return webhooks.take(rotating);
    },
    remove: async (exchanges) => {
      isRemoved = true;
      webhooks.pass(exchanges);
      for (const model of taken) pool.release(model);
    },
  };
}

/** The restricted key, or a further unrestricted one. */
function keyFor(keys: KeyRoles, request: KeyRequest): KeyAnswer {
  const { restricted } = keys;
  const { models, ...others } = request;
  if (Object.keys(others).length > 0)
    throw new NotArranged('a static profile can not make a key with restrictions of the case');
  if (models === undefined) return { id: 'others', secret: need(keys.others[0], 'keys.others') };
  if (restricted === undefined || models.length !== 1 || models[0] !== restricted.allowed) {
    throw new NotArranged('the profile names no keys.restricted for these models');
  }
  return { id: 'restricted', secret: restricted.key };
}
