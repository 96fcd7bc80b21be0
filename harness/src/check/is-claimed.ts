import { alwaysClaimed } from '@gateproof/spec';

/** True for a conformance class among those that a target claims (default: all), and for what is of no class. */
export function isClaimed(conformanceClass: string | undefined, claims: readonly string[] | undefined): boolean {
  if (conformanceClass === undefined || conformanceClass === alwaysClaimed) return true;
  return claims === undefined || claims.includes(conformanceClass);
}
