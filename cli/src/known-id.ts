import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/** Throws `UsageError` with the nearest names unless every id is one of the known. `what` is the word for such a thing. */
export function assertKnown(ids: readonly string[], known: readonly string[], what: 'deviation' | 'variation'): void {
  for (const id of ids) {
    if (known.includes(id)) continue;
    const near = suggestion(id, known);
    throw new UsageError(
      `No ${what} is called '${id}'.${near} 'npx gateproof simulate --list-${what}s' lists them all.`,
    );
  }
}
