import type { KeyHolder, Registry } from '../tenants/registry.ts';

/** How a caller proves who it is (Authentication, 1 and 2). */
export interface AuthenticationBehaviour {
  /** The key that an Authorization header carries; undefined when there is none. */
  tokenOf(header: string | undefined): string | undefined;
  find(registry: Registry, token: string): KeyHolder | undefined;
  isExpired(holder: KeyHolder, nowMs: number): boolean;
  isDeleted(holder: KeyHolder): boolean;
  /** Whether the route asks for a key at all. */
  isOpen(route: string): boolean;
  /** The code that a missing or wrong key is refused with. */
  refusal: string;
}

export const referenceAuthentication: AuthenticationBehaviour = {
  tokenOf(header) {
    const [scheme, token, ...rest] = (header ?? '').trim().split(/ +/);
    if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) return undefined;
    return token === '' ? undefined : token;
  },
  find: (registry, token) => registry.holderOf(token),
  isExpired: ({ key }, nowMs) => key.restrictions.expiresAtMs !== undefined && nowMs >= key.restrictions.expiresAtMs,
  isDeleted: ({ key }) => key.deleted,
  isOpen: () => false,
  refusal: 'unauthorized',
};
