import type { KeyRoles, StaticProfile, WiredModel } from './static-profile.ts';

/** A wired text model; its id and ports are the test's. */
export function aWiredModel(fields: Partial<WiredModel> & Pick<WiredModel, 'id' | 'ports'>): WiredModel {
  return { modality: 'text', headers: [], contextWindow: undefined, priceUsd: undefined, ...fields };
}

/** A profile with a default key and nothing else. */
export function aStaticProfile(
  fields: Partial<Omit<StaticProfile, 'keys'>> & { readonly keys?: Partial<KeyRoles> } = {},
): StaticProfile {
  const { keys, ...rest } = fields;
  return {
    models: [],
    webhooks: [],
    upstreamHost: '127.0.0.1',
    fragments: {},
    upstreamTimeoutMs: 5_000,
    signingKey: 'text',
    ...rest,
    keys: {
      default: 'sk-default',
      secondAccount: undefined,
      others: [],
      expired: undefined,
      deleted: undefined,
      elsewhere: undefined,
      capped: undefined,
      policy: undefined,
      noCredit: undefined,
      restricted: undefined,
      ...keys,
    },
  };
}
