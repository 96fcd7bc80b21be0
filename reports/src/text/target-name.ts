import type { TargetRecord } from '@gateproof/harness';

/** The base URL of a target; all of them where it has several. */
export function targetName({ baseUrl, addresses = [baseUrl] }: TargetRecord): string {
  return addresses.join(', ');
}
