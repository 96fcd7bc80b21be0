import type { Level, Party } from '@gateproof/spec';

/** The options of `gateproof rules`, as parsed. */
export interface RulesFlags {
  readonly area?: string;
  readonly class?: string;
  readonly party?: Party;
  readonly level?: Level;
  readonly json?: boolean;
}
