import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RunClock } from '../clock/run-clock.ts';
import { type Authority, makeAuthority } from './certificates.ts';

/** Thrown when the file of an authority can't be read or written. */
export class AuthorityFileError extends Error {
  override readonly name = 'AuthorityFileError';
  readonly fault = 'usage';
}

/**
 * The authority that is kept in a PEM file, with its key in a file of the same name and `.key`. Made and written when there is none, so that a
 * target can be set up once to trust it. Throws `AuthorityFileError`.
 */
export async function keptAuthority(path: string, clock: RunClock, nonce: string): Promise<Authority> {
  const keyPath = `${path}.key`;
  try {
    if (existsSync(path) && existsSync(keyPath)) {
      return { certificate: readFileSync(path, 'utf8'), key: readFileSync(keyPath, 'utf8') };
    }
    if (existsSync(path))
      throw new Error(`it is there, but its key ${keyPath} is not; delete it or bring the key back`);
    const made = await makeAuthority(clock.wallMs(), nonce);
    writeFileSync(keyPath, made.key, { mode: 0o600 });
    writeFileSync(path, made.certificate);
    return made;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AuthorityFileError(`the receiver's authority can not be kept in ${path}: ${why}`, { cause });
  }
}
