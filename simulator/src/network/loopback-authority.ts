const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `host:port` of an http or https URL on this machine; undefined for any other. */
export function loopbackAuthority(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  if (!loopback.test(hostname) || (protocol !== 'http:' && protocol !== 'https:')) return undefined;
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
