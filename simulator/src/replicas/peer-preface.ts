/** What a replica says first on a connection to another one: whom it wants, and for whom it speaks. */
export interface PeerPreface {
  readonly secret: string;
  /** Id of the replica that is asked. */
  readonly replica: number;
  /** Address of the client whose requests follow. */
  readonly clientAddress: string;
}

/** Longest preface, in characters. */
export const longestPreface = 300;

/** What the replica that was asked answers before it takes requests. */
export const accepted = 'gateproof-accepted\n';

export function writePreface({ secret, replica, clientAddress }: PeerPreface): string {
  return `gateproof-replica ${secret} ${replica} ${clientAddress}\n`;
}

/** The preface of a line; undefined when it is none. */
export function readPreface(line: string): PeerPreface | undefined {
  const [word, secret, replica, clientAddress, ...rest] = line.trimEnd().split(' ');
  if (word !== 'gateproof-replica' || clientAddress === undefined || rest.length > 0) return undefined;
  return { secret: secret ?? '', replica: Number(replica), clientAddress };
}
