/** The sum of two amounts in USD, exact to a billionth, so that many small charges add up. */
export function addUsd(one: number, other: number): number {
  return Math.round((one + other) * 1e9) / 1e9;
}
