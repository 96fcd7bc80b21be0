import type { AuthenticationBehaviour } from '../../behaviour/authentication.ts';
import type { KeyHolder, Registry } from '../../tenants/registry.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/** The account and key that an Authorization header opens. Throws the refusal of the behaviour otherwise (401 `unauthorized`). */
export function authenticate(
  behaviour: AuthenticationBehaviour,
  registry: Registry,
  header: string | undefined,
): KeyHolder {
  const token = behaviour.tokenOf(header);
  if (token === undefined) throw refused(behaviour, 'An API key is missing: send Authorization: Bearer <API_KEY>.');
  const holder = behaviour.find(registry, token);
  if (holder === undefined) throw refused(behaviour, 'The API key is unknown.');
  if (behaviour.isDeleted(holder)) throw refused(behaviour, 'The API key has been deleted.');
  if (behaviour.isExpired(holder, holder.account.clock.now())) throw refused(behaviour, 'The API key has expired.');
  return holder;
}

function refused(behaviour: AuthenticationBehaviour, message: string): GatewayError {
  return new GatewayError(behaviour.refusal, message, { scope: 'request' });
}
