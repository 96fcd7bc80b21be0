import type { Caller, RunRequest } from '../../tenants/admission-request.ts';

/**
 * What of the request the key's policy forbids, in words; undefined: nothing. The simulator's retention classes are `strict` and `long`, of which a policy
 * asks for the first one; its one region is `home`.
 */
export function policyConflict({ key }: Caller, { service }: RunRequest): string | undefined {
  const { policy } = key.restrictions;
  if (policy?.retention !== undefined && service.retention === 'long') return 'a looser retention class';
  const { region = null } = service;
  return policy?.region !== undefined && region !== null && region !== 'home' ? 'another region' : undefined;
}
