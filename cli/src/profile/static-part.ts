import type { StaticProfile } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { UsageError } from '../usage-error.ts';
import type { Profile, SecretSource } from './profile.ts';

const defaultUpstreamTimeoutMs = 30_000;

/** What a profile says of a gateway without a testbed, with every secret read; undefined when it says nothing of the kind. */
export function staticPartOf(
  profile: Profile,
  key: string | undefined,
  env: CliContext['env'],
): StaticProfile | undefined {
  const { keys = {}, models = [], fragments = {} } = profile;
  const isStatic = profile.keys !== undefined || profile.models !== undefined || profile.fragments !== undefined;
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
    upstreamHost: profile.upstream_host ?? '127.0.0.1',
    upstreamTimeoutMs: profile.upstream_timeout_ms ?? defaultUpstreamTimeoutMs,
    fragments,
  };
}

/** Reads a secret. Throws `UsageError` when its environment variable is not set. */
export function readSecret({ env: name, value }: SecretSource, env: CliContext['env']): string {
  if (value !== undefined) return value;
  const found = name === undefined ? undefined : env[name];
  if (found === undefined || found === '') {
    throw new UsageError(`the profile wants the environment variable ${name}, which is not set`);
  }
  return found;
}
