/** The options of `gateproof simulate`, as parsed. */
export interface SimulateFlags {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  /** A file, or the URL of a database. */
  readonly data?: string;
  readonly replicaHost?: string;
  /** File of canned replies. */
  readonly replies?: string;
  /** File of recorded exchanges. */
  readonly cassette?: string;
  /** Refuses what no recorded exchange fits. */
  readonly cassetteOnly?: boolean;
  /** False: recorded answers come without their pauses. */
  readonly cassettePauses?: boolean;
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
