import ipaddr from 'ipaddr.js';

/**
 * What speaks against a webhook URL, in words; undefined: nothing. It must be a public https URL on port 443 (Events; Limits). The URL parser
 * has turned decimal, octal, hexadecimal and shortened IPv4 spellings into the usual one.
 */
export function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must be an https URL';
  if (url.port !== '') return `must be on port 443, not ${url.port}`;
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return addressProblem(host);
  return nameProblem(host.toLowerCase().replace(/\.$/, ''));
}

const privateNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|intranet|lan)$/;

function nameProblem(name: string): string | undefined {
  if (privateNames.test(name)) return `must be public: ${name} names this machine or network`;
  const labels = name.split('.');
  return labels.length > 1 && !labels.includes('') ? undefined : `must be public: ${name} is no full name`;
}

/** Ranges of IANA's registry of special-purpose addresses that ipaddr.js takes for public: local NAT64, benchmarks, segment routing, documentation, site-local. */
const further = ['64:ff9b:1::/48', '2001:2::/48', '5f00::/16', '3fff::/20', 'fec0::/10', '100::/64'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/** What speaks against an address, in words; undefined: it is a public one. IPv4 inside IPv6 counts as IPv4. */
export function addressProblem(address: string): string | undefined {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv6' && further.some((range) => (parsed as ipaddr.IPv6).match(range))) {
    return `must be public: ${address} is in a reserved range`;
  }
  const inner = parsed.kind() === 'ipv6' ? embeddedIpv4(parsed as ipaddr.IPv6) : undefined;
  const range = (inner ?? parsed).range();
  return range === 'unicast' ? undefined : `must be public: ${address} is a ${range} address`;
}

/** The IPv4 address inside an IPv4-compatible, NAT64 or 6to4 address. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const startsWith = (...first: readonly number[]) => first.every((byte, place) => bytes[place] === byte);
  if (startsWith(0x20, 0x02)) return new ipaddr.IPv4(bytes.slice(2, 6));
  const isNat64 = startsWith(0x00, 0x64, 0xff, 0x9b);
  const isCompatible =
    bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12).some((byte, at) => byte > (at === 3 ? 1 : 0));
  return isNat64 || isCompatible ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}
