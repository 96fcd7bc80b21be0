/** The options of `gateproof simulate`, as parsed. */
export interface SimulateFlags {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly data?: string;
  /** File of canned replies. */
  readonly replies?: string;
  readonly key?: string;
  readonly prefix?: string;
  readonly testbedToken?: string;
  readonly deviation?: string;
  readonly variation?: readonly string[];
  readonly allowLocalWebhooks?: boolean;
  readonly forwardWebhooks?: readonly string[];
  readonly listDeviations?: boolean;
  readonly listVariations?: boolean;
}
