import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address belongs to this machine alone: 127.0.0.0/8 or ::1, mapped into IPv6 or not. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the value of a `Host` header, with or without a port, names this machine: a loopback address or `localhost`. */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return isLoopbackAddress(name) || /^(.+\.)?localhost\.?$/.test(name);
}
