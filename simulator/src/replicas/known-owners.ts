import type { AccountName, Peer } from '../store/account-owners.ts';

const mostKnown = 100_000;

/** Which replica owned an account when it was last looked up. An account changes its owner only when the owner is gone, which shows when it is asked. */
export class KnownOwners {
  readonly #peers = new Map<string, Peer>();

  of(name: AccountName): Peer | undefined {
    return this.#peers.get(textOf(name));
  }

  note(name: AccountName, peer: Peer): void {
    if (this.#peers.size >= mostKnown) this.#peers.clear();
    this.#peers.set(textOf(name), peer);
  }

  /** Drops all that was known of a replica. */
  drop({ id }: Peer): void {
    for (const [name, peer] of this.#peers) if (peer.id === id) this.#peers.delete(name);
  }

  clear(): void {
    this.#peers.clear();
  }
}

function textOf(name: AccountName): string {
  return 'account' in name ? `account ${name.account}` : `secret ${name.secret}`;
}
