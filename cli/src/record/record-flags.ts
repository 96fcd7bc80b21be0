/** The options of `gateproof record`, as parsed. */
export interface RecordFlags {
  readonly target?: string;
  readonly cassette?: string;
  readonly port: number;
  readonly prefix?: string;
  readonly force?: boolean;
}
