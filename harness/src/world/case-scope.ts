import type { UpstreamScript } from '@gateproof/upstreams';
import type { NotArranged, Withheld } from '../check/setup-failed.ts';
import type { RealClient } from '../exchange/real-clients.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { CaseLimits } from './case-limits.ts';
import type { RunMeans } from './run-means.ts';
import type { Servable } from './servable.ts';
import type { ScriptedEndpoint } from './unasked-failures.ts';

/** Everything that one case opened, closed in reverse. */
export interface CaseScope {
  readonly means: RunMeans;
  readonly recorder: Recorder;
  /** Fires when the case is over: what is still in flight is given up. */
  readonly over: AbortSignal;
  /** The base URL that the next request of the case goes to. */
  nextAddress(): string;
  /** The client as which the case asks; undefined: as the suite does. */
  readonly client: RealClient | undefined;
  /** What the endpoints of the case answer, by their URL. */
  readonly scripts: Map<string, UpstreamScript>;
  /** The endpoints of the case, with the script of each. */
  readonly endpoints: ScriptedEndpoint[];
  /** Of which kinds each request was, by the id of its exchange. */
  readonly requestKinds: Map<string, readonly string[]>;
  /** What a conformant gateway serves in the case. */
  readonly servable: Servable;
  /** The text model that the case was given last; absent before. */
  textModel?: string;
  /** Takes down that the case can't have what it asked for: without it, what it does not exercise is no fault of the target's. */
  lack(what: NotArranged): void;
  unique(label: string): string;
  readonly limits: CaseLimits;
  /** Ends the case, because it needs a request that is not sent any more. */
  withhold(crash: Withheld['crash']): void;
  onClose(close: () => unknown): void;
  /** True where a request that a limit refused is sent again, as any client would. */
  readonly honoursWaits: boolean;
  /** False when the clock belongs to others too, who are at work meanwhile. */
  readonly mayMoveClock: boolean;
}
