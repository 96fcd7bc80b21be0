import type { AuthenticationBehaviour } from '../../behaviour/authentication.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { RouteName } from '../../records/route-name.ts';
import type { KeyHolder, Registry } from '../../tenants/registry.ts';

/** The account and key that an Authorization header opens. Throws the refusal of the behaviour otherwise (401 `unauthorized`). */
export function authenticate(
  behaviour: AuthenticationBehaviour,
  registry: Registry,
  header: string | undefined,
  route: RouteName,
): KeyHolder {
  const found = identify(behaviour, registry, header, route);
  if (typeof found !== 'string') return found;
  throw new GatewayError('unauthorized', found, { scope: 'request' });
}

/** The holder of a good key, or what is wrong with the key. */
function identify(
  behaviour: AuthenticationBehaviour,
  registry: Registry,
  header: string | undefined,
  route: RouteName,
): KeyHolder | string {
  const token = behaviour.tokenOf(header);
  if (token === undefined) return 'An API key is missing: send Authorization: Bearer <API_KEY>.';
  const holder = behaviour.find(registry, token);
  if (holder === undefined) return 'The API key is unknown.';
  if (behaviour.isDeleted(holder, route)) return 'The API key has been deleted.';
  if (behaviour.isExpired(holder, holder.account.clock.now(), route)) return 'The API key has expired.';
  return holder;
}
