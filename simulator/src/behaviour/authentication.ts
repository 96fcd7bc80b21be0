import type { RouteName } from '../records/route-name.ts';
import type { KeyHolder, Registry } from '../tenants/registry.ts';

/** How a caller proves who it is (Authentication, 1 and 2). */
export interface AuthenticationBehaviour {
  /** The key that an Authorization header carries; undefined when there is none. */
  tokenOf(header: string | undefined): string | undefined;
  /** The holder of a key, deleted and expired ones included. */
  find(registry: Registry, token: string): KeyHolder | undefined;
  isExpired(holder: KeyHolder, nowMs: number, route: RouteName): boolean;
  isDeleted(holder: KeyHolder, route: RouteName): boolean;
}

export const referenceAuthentication: AuthenticationBehaviour = {
  tokenOf(header) {
    // The form that nearly every client sends.
    if (header?.startsWith('Bearer ') && header.length > 7 && !header.includes(' ', 7)) return header.slice(7);
    const [scheme, token, ...rest] = (header ?? '').trim().split(/ +/);
    if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) return undefined;
    return token === '' ? undefined : token;
  },
  find: (registry, token) => registry.holderOf(token),
  isExpired: ({ key }, nowMs) => key.restrictions.expiresAtMs !== undefined && nowMs >= key.restrictions.expiresAtMs,
  isDeleted: ({ key }) => key.deleted,
};
