import type { ClassRecord } from '@gateproof/harness';

/** How a conformance class came out, in words: `conformant`, `not shown`, `known 3`. */
export function outcomeText({ outcome, verdicts }: ClassRecord): string {
  return outcome === 'known' ? `known ${verdicts.known}` : outcome.replace('-', ' ');
}
