/** Turns in which a client's case and the suite's must differ: what breaks by chance seldom does so in turns. */
const turns = 3;

/** What a case came to: it broke the rule, it held, or neither. */
type End = 'broke' | 'held' | 'other';

/** True where a case holds each time it asks as the suite does, and breaks each time it asks as the client does. Stops at the first that does otherwise. */
export async function isOnlyAsClient(ask: (as: 'suite' | 'client') => Promise<End>): Promise<boolean> {
  for (let turn = 0; turn < turns; turn += 1) {
    if ((await ask('suite')) !== 'held' || (await ask('client')) !== 'broke') return false;
  }
  return true;
}
