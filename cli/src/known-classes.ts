import { loadClasses } from '@gateproof/spec';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/** The ids of conformance classes, as given. Throws `UsageError` that lists them all for one that does not exist. */
export function knownClasses(given: readonly string[]): readonly string[] {
  const known = loadClasses().map(({ id }) => id);
  for (const id of given) {
    if (known.includes(id)) continue;
    throw new UsageError(`No class is called '${id}'.${suggestion(id, known)} There are: ${known.join(', ')}.`);
  }
  return given;
}
