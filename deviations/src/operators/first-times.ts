/** Says `ms` so many times after the first ones, and no time before and from then on: a run meets what is slow once it has seen much that is prompt. */
export function laterTimes(first: number, times: number, ms: number): () => number {
  let returned = 0;
  return () => {
    returned += 1;
    return returned > first && returned <= first + times ? ms : 0;
  };
}

/** Says `ms` the first few times, and no time from then on: a run meets what is slow, and does not last much longer for it. */
export function firstTimes(times: number, ms: number): () => number {
  let returned = 0;
  return () => {
    returned += 1;
    return returned <= times ? ms : 0;
  };
}
