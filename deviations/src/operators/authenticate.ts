import { type Change, overrule } from '../change.ts';

/** Takes keys for one that they are not quite. */
export const confuseKeys = (words: string, isSame: (secret: string, token: string) => boolean): Change =>
  overrule('authentication.find', `compares keys ${words}`, (find, registry, token) => {
    return find(registry, token) ?? [...registry.holders()].find(({ key }) => isSame(key.secret, token));
  });

/** Finds a key in Authorization headers that hold none. `words`: where. */
export const readToken = (words: string, read: (header: string) => string | undefined): Change =>
  overrule('authentication.tokenOf', `takes ${words} for the key`, (tokenOf, header) => {
    return tokenOf(header) ?? read((header ?? '').trim());
  });
