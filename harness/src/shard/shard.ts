/** One of the parts that a run is spread over, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}
