import type { StaticProfile } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import type { Profile, SecretSource } from './profile.ts';
import { readSecret } from './read-secret.ts';
import { reachableAtOf } from './target-part.ts';

const defaultUpstreamTimeoutMs = 30_000;

/** What a profile says of a gateway without a testbed, with every secret read; undefined when it says nothing of the kind. */
export function staticPartOf(
  profile: Profile,
  key: string | undefined,
  env: CliContext['env'],
): StaticProfile | undefined {
  const { keys = {}, models = [], webhooks = [], fragments = {} } = profile;
  const parts = [profile.keys, profile.models, profile.webhooks, profile.fragments];
  const isStatic = parts.some((part) => part !== undefined);
  if (!isStatic || profile.testbed !== undefined) return undefined;
  if (key === undefined) throw new UsageError('the profile names no key of the default account');
  const read = (source: SecretSource | undefined) => (source === undefined ? undefined : readSecret(source, env));
  const { restricted } = keys;
  return {
    keys: {
      default: key,
      secondAccount: read(keys.second_account),
      others: (keys.others ?? []).map((source) => readSecret(source, env)),
      expired: read(keys.expired),
      deleted: read(keys.deleted),
      elsewhere: read(keys.elsewhere),
      capped: read(keys.capped),
      policy: read(keys.policy),
      noCredit: read(keys.no_credit),
      restricted: restricted === undefined ? undefined : { ...restricted, key: readSecret(restricted.key, env) },
    },
    models: models.map(({ id, modality, ports, headers, context_window, price_usd }) => ({
      id,
      modality: modality ?? 'text',
      ports,
      headers: Object.entries(headers ?? {}),
      contextWindow: context_window,
      priceUsd: price_usd,
    })),
    webhooks: webhooks.map(({ url, port, secret, previous_secret, tls, ca_file }) => ({
      url,
      port,
      secret: readSecret(secret, env),
      previousSecret: read(previous_secret),
      tls: tls ?? true,
      caFile: ca_file,
    })),
    upstreamHost: profile.upstream_host ?? reachableAtOf(profile).bind,
    upstreamTimeoutMs: profile.upstream_timeout_ms ?? defaultUpstreamTimeoutMs,
    signingKey: profile.signing_key ?? 'text',
    fragments,
  };
}
