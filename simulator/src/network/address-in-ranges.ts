import ipaddr from 'ipaddr.js';

/** Whether an IP literal lies in one of the CIDR ranges. IPv4 in IPv6 notation counts as IPv4; ranges of the other family never hold it. */
export function addressInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const source = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === source.kind() && source.match(network, bits);
  });
}

/** Whether a text is a CIDR range. */
export function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}
