import { isLoopbackHost, type Rule } from '@gateproof/spec';
import type { AnyCheck } from './check.ts';

const everywhere: ReadonlySet<string> = new Set(['snapshot', 'internal-fault']);

/** True for an address of this machine. */
export function isLoopback(baseUrl: string): boolean {
  return isLoopbackHost(new URL(baseUrl).host);
}

/** True when a rule's cases may disturb others that use the target: troubles of the whole gateway, a clock of the whole target, floods of bytes. */
export function isDestructive({ needs }: Rule, check: AnyCheck | undefined, clockScope: 'account' | 'target'): boolean {
  const movesAllClocks = clockScope === 'target' && needs.includes('clock');
  return movesAllClocks || check?.touches === 'gateway' || needs.some((need) => everywhere.has(need));
}
