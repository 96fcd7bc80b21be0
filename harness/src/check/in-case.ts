import { Disturbed } from './setup-failed.ts';
import { Caution, Violation } from './violation.ts';

/**
 * What `run` returns. Where it finds a break, the failure names this part of its case: `words` stand in the place of the whole case.
 *
 * @example
 * for (const door of doors) await inCase(`a key that is ${door}`, () => expectRefused(door));
 */
export async function inCase<T>(words: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    throw named(thrown, words);
  }
}

/** A part within a part keeps the words of the inner one. */
function named(thrown: unknown, words: string): unknown {
  if (thrown instanceof Violation) return new Violation({ case: words, ...thrown.finding });
  if (thrown instanceof Caution) return new Caution({ case: words, ...thrown.finding });
  if (!(thrown instanceof Disturbed)) return thrown;
  const { message, exchange, retryAfterMs, status, otherwise } = thrown;
  return new Disturbed(message, { exchange, retryAfterMs, status, otherwise: named(otherwise, words) as Error });
}
