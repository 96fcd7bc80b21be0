import { type Change, decide } from '../change.ts';

/** Takes keys for one that they are not quite. */
export function confuseKeys(words: string, isSame: (secret: string, token: string) => boolean): Change {
  return decide('authentication', `compares keys ${words}`, ({ find }) => ({
    find: (registry, token) =>
      find(registry, token) ?? [...registry.holders()].find(({ key }) => isSame(key.secret, token)),
  }));
}

/** Finds a key in Authorization headers that hold none. `words`: where. */
export function readToken(words: string, read: (header: string) => string | undefined): Change {
  return decide('authentication', `takes ${words} for the key`, ({ tokenOf }) => ({
    tokenOf: (header) => tokenOf(header) ?? read((header ?? '').trim()),
  }));
}
