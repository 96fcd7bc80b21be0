import type { JobBehaviour } from '../../behaviour/jobs.ts';
import type { Account } from '../../tenants/account.ts';

/** How many jobs of an account are worked at, and who waits. */
interface Places {
  taken: number;
  readonly waiting: (() => void)[];
}

const byAccount = new WeakMap<Account, Places>();

function pause({ clock }: Account, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(ms, resolve);
    const end = () => {
      timer.cancel();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Waits until the job has been queued as long as the behaviour wants, and fewer than `worksAtOnce` jobs of the account are worked at, first
 * come first served, and takes a place. Returns what gives it back; undefined when the signal was aborted before.
 */
export async function takePlace(
  account: Account,
  { worksAtOnce, queuedForMs }: Pick<JobBehaviour, 'worksAtOnce' | 'queuedForMs'>,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const places = byAccount.get(account) ?? { taken: 0, waiting: [] };
  byAccount.set(account, places);
  const queuedMs = queuedForMs(account);
  if (queuedMs > 0 && !signal.aborted) await pause(account, queuedMs, signal);
  while (places.taken >= worksAtOnce && !signal.aborted) {
    await new Promise<void>((resolve) => {
      places.waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  if (signal.aborted) return undefined;
  places.taken += 1;
  return () => {
    places.taken -= 1;
    // All look again: those that were canceled meanwhile take no place.
    for (const resolve of places.waiting.splice(0)) resolve();
  };
}
