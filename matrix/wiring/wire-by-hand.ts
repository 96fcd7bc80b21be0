import { keptAuthority, type StaticProfile, startRunClock } from '@gateproof/harness';
import { type AccountControl, type Control, createControl } from '@gateproof/simulator/control';

type WiredModel = StaticProfile['models'][number];
type WiredWebhook = StaticProfile['webhooks'][number];

/** Below those that a machine gives out by itself, and others for each process: two may run at once. */
const firstPort = 21_870 + (process.pid % 300) * 30;
/** Every model costs so much a request. */
const priceUsd = 0.01;

/** Of each modality, a model for each number of endpoints. */
const endpointCounts: readonly (readonly [WiredModel['modality'], readonly number[]])[] = [
  ['text', [1, 1, 1, 1, 1, 1, 1, 2, 3, 4]],
  ['image', [1, 1, 1]],
  ['audio_stt', [1, 1]],
];

const endpointsAt = (ports: readonly number[]) => ports.map((port) => `http://127.0.0.1:${port}/v1`);

/**
 * Wires the simulator at `baseUrl` as an implementer would wire a gateway by hand: keys by role, models at ports of this machine, two webhook endpoints
 * that were never rotated and one in the middle of a rotation, all before the run begins. `caFile` is where the authority of those endpoints is kept.
 */
export async function wireByHand(baseUrl: string, caFile: string): Promise<StaticProfile> {
  const control = createControl({ url: baseUrl });
  const account = await control.accounts.create();
  const models = await wireModels(account);
  const { fragments = {}, signing_key = 'text', upstream_timeout_ms = 30_000 } = await control.describe();
  return {
    keys: await wireKeys(control, account, models),
    models,
    webhooks: await wireWebhooks(account, caFile),
    upstreamHost: '127.0.0.1',
    fragments,
    upstreamTimeoutMs: upstream_timeout_ms,
    signingKey: signing_key,
  };
}

async function wireModels(account: AccountControl): Promise<readonly WiredModel[]> {
  const wired: WiredModel[] = [];
  let port = firstPort + 1;
  for (const [modality, counts] of endpointCounts) {
    for (const [place, count] of counts.entries()) {
      const ports = Array.from({ length: count }, () => port++);
      const endpoints = endpointsAt(ports);
      const slug = `${modality.replaceAll('_', '-')}-${place + 1}`;
      const { id } = await account.models.create({ id: `byhand/${slug}`, modality, price_usd: priceUsd, endpoints });
      wired.push({ id, modality, ports, headers: [], contextWindow: undefined, priceUsd });
    }
  }
  return wired;
}

async function wireKeys(
  { accounts }: Control,
  account: AccountControl,
  models: readonly WiredModel[],
): Promise<StaticProfile['keys']> {
  const [first, second] = models;
  if (first === undefined || second === undefined) throw new Error('a restricted key needs two models');
  const secretOf = async (request: Parameters<AccountControl['keys']['create']>[0]) =>
    (await account.keys.create(request)).secret;
  const deleted = await account.keys.create();
  await account.keys.delete(deleted.id);
  const [stranger, poor] = [await accounts.create(), await accounts.create({ credit_usd: 0 })];
  // A gateway has its models for all accounts.
  for (const { id, modality, ports } of models)
    await poor.models.create({ id, modality, price_usd: priceUsd, endpoints: endpointsAt(ports) });
  return {
    default: account.apiKey,
    secondAccount: stranger.apiKey,
    others: [await secretOf({})],
    expired: await secretOf({ expires_at: '2020-01-01T00:00:00Z' }),
    deleted: deleted.secret,
    elsewhere: await secretOf({ ip_ranges: ['192.0.2.0/24'] }),
    capped: await secretOf({ monthly_cap_usd: priceUsd / 10 }),
    policy: await secretOf({ policy: { retention: 'strict', region: 'home' } }),
    noCredit: poor.apiKey,
    restricted: { key: await secretOf({ models: [first.id] }), allowed: first.id, forbidden: second.id },
  };
}

async function wireWebhooks(account: AccountControl, caFile: string): Promise<readonly WiredWebhook[]> {
  const { certificate: ca } = await keptAuthority(caFile, startRunClock(), 'wired');
  const wired: WiredWebhook[] = [];
  for (const name of ['one', 'two', 'rotated']) {
    const url = `https://hooks.acme.test/${name}`;
    const { id, secret } = await account.webhooks.create({ url, connect_to: `127.0.0.1:${firstPort}`, ca });
    const rotated = name === 'rotated' ? await account.webhooks.rotate(id) : undefined;
    const previousSecret = rotated === undefined ? undefined : secret;
    wired.push({ url, port: firstPort, secret: rotated?.secret ?? secret, previousSecret, tls: true, caFile });
  }
  return wired;
}
