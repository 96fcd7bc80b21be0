import type { ResultDocument } from '@gateproof/harness';

/** What a gateway can arrange for cases. Undefined of what can't be asked to arrange anything: a client, a receiver, a proxy's target. */
export function offersText({ kind, capabilities }: ResultDocument['target']): string | undefined {
  if (kind === 'client' || kind === 'receiver' || kind === 'proxy') return undefined;
  return capabilities.join(', ') || 'nothing beyond URL and key';
}
