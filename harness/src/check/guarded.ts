import { isIPv4 } from 'node:net';
import type { Rule } from '@gateproof/spec';
import type { AnyCheck } from './check.ts';

const everywhere: ReadonlySet<string> = new Set(['snapshot', 'internal-fault']);

/** True for an address of this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}

/** True when a rule's cases may disturb others that use the target: troubles of the whole gateway, a clock of the whole target, floods of bytes. */
export function isDestructive({ needs }: Rule, check: AnyCheck | undefined, clockScope: 'account' | 'target'): boolean {
  const movesAllClocks = clockScope === 'target' && needs.includes('clock');
  return movesAllClocks || check?.touches === 'gateway' || needs.some((need) => everywhere.has(need));
}
