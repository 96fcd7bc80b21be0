import ipaddr from 'ipaddr.js';

/** A CIDR range of IPv4 or IPv6 addresses. */
export type IpRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads a range like `10.0.0.0/8`, `2001:db8::/32` or a single address.
 *
 * @throws RangeError when the text is no address and no range
 */
export function parseIpRange(text: string): IpRange {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new RangeError(`"${text}" is not an IP address or a CIDR range like 10.0.0.0/8`);
  }
}

/** Whether the address lies in one of the ranges. IPv4 addresses that are mapped into IPv6 count as IPv4. */
export function isInRanges(address: string, ranges: readonly IpRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([network, bits]) => matches(parsed, network, bits));
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, network: ipaddr.IPv4 | ipaddr.IPv6, bits: number): boolean {
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96) {
    return matches(address, network.toIPv4Address(), bits - 96);
  }
  return address.kind() === network.kind() && address.match(network, bits);
}
