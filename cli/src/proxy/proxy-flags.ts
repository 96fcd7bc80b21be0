import type { ReportFlags } from '../report-flags.ts';

/** The options of `gateproof proxy`, as parsed. */
export interface ProxyFlags extends ReportFlags {
  readonly target?: string;
  readonly port: number;
  readonly prefix?: string;
}
