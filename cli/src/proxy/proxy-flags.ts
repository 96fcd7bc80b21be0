/** The options of `gateproof proxy`, as parsed. */
export interface ProxyFlags {
  readonly target?: string;
  readonly port: number;
  readonly prefix?: string;
  readonly json?: string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}
