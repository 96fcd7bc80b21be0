import { patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';

/** Takes keys for one that they are not quite. */
export function confuseKeys(words: string, isSame: (secret: string, token: string) => boolean): Change {
  return {
    summary: `compares keys ${words}`,
    apply: patch('authentication', ({ find }) => ({
      find: (registry, token) =>
        find(registry, token) ?? [...registry.holders()].find(({ key }) => isSame(key.secret, token)),
    })),
  };
}

/** Finds a key in Authorization headers that hold none. `words`: where. */
export function readToken(words: string, read: (header: string) => string | undefined): Change {
  return {
    summary: `takes ${words} for the key`,
    apply: patch('authentication', ({ tokenOf }) => ({
      tokenOf: (header) => tokenOf(header) ?? read((header ?? '').trim()),
    })),
  };
}
