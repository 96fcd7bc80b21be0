import { type IpRange, isInRanges } from './ip-ranges.ts';

/**
 * The address that a request came from. `x-forwarded-for` counts only as far as trusted proxies vouch for it: from the
 * connection's own address backwards, the first that is no trusted proxy is the client.
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly IpRange[],
): string {
  if (forwardedFor === undefined || trustedProxies.length === 0) return remoteAddress;
  const hops = [...forwardedFor.split(',').map((hop) => hop.trim()), remoteAddress];
  return hops.findLast((hop) => !isInRanges(hop, trustedProxies)) ?? hops[0] ?? remoteAddress;
}
