/** Says `ms` the first few times, and no time from then on: a run meets what is slow, and does not last much longer for it. */
export function firstTimes(times: number, ms: number): () => number {
  let returned = 0;
  return () => {
    returned += 1;
    return returned <= times ? ms : 0;
  };
}
