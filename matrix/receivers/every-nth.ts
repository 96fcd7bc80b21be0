import type { ReceiverBehaviour } from './receiver-behaviour.ts';

/** One delivery in so many. */
export function everyNth(n: number): ReceiverBehaviour['turnsAway'] {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
}
