/** A read may show a job as it was a moment ago, where replicas lag: by less than this, in ms, nobody is more than warned (freedom F110). */
export const readLagMs = 1_000;
