/** Thrown when a port that the profile names can't be opened on this machine. */
export class PortTrouble extends Error {
  override readonly name = 'PortTrouble';
  readonly fault = 'usage';
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there; end it, or wire the gateway to another port',
  EACCES: 'this user may not; name a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; set reachable_at.bind',
};

/** What the system said of a port as one line for the user; any other error as it is. */
export function portTrouble(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  const why = reasons[String(cause.code)];
  if (why === undefined) return cause;
  const place =
    'port' in cause
      ? `port ${String(cause.port)} of ${'address' in cause ? String(cause.address) : 'this machine'}`
      : 'a port';
  return new PortTrouble(`the profile wants ${place}, which can not be opened: ${why}`, { cause });
}
