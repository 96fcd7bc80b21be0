/**
 * As `work`, but rejects with the signal's reason as soon as that fires. The work itself goes on; its owner must close it.
 */
export function unlessOver<T>(work: Promise<T>, over: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(over.reason);
    if (over.aborted) end();
    over.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => over.removeEventListener('abort', end));
  });
}
