/** Says `ms` the first few times, and no time from then on: a run meets what is slow, and does not last much longer for it. */
export function firstTimes(times: number, ms: number): () => number {
  let told = 0;
  return () => {
    told += 1;
    return told <= times ? ms : 0;
  };
}
