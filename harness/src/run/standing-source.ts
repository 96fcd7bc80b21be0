import type { Exchange } from '../exchange/exchange.ts';

/** The exchanges that show what a standing rule was seen to do. */
export interface StandingEvidence {
  /** Of the first judgement that held. */
  readonly witnesses: readonly Exchange[];
  /** Of its breaks, each seen in a case of another check. */
  readonly breaks: ReadonlyMap<string, readonly Exchange[]>;
  readonly caution: { readonly exchanges: readonly Exchange[] } | undefined;
}

/** Where that is looked up: the ledger of a run, or the documents of its shards. */
export interface StandingSource {
  entry(rule: string): StandingEvidence | undefined;
}
