import type { UpstreamServer } from '@gateproof/upstreams';
import type { RunClock } from '../clock/run-clock.ts';
import type { RecordingClient } from '../exchange/recording-client.ts';
import type { Redactor } from '../exchange/redact.ts';
import type { DescribedRoutes } from '../exchange/target-path.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { Repair } from '../repair/repair.ts';
import type { ConnectionLosses } from '../run/connection-losses.ts';
import type { CrashLedger } from '../run/crash-ledger.ts';
import type { Pace } from '../run/pace.ts';
import type { Patience } from '../run/patience.ts';
import type { Testbed } from '../testbed/testbed.ts';
import type { ClassUses } from './class-uses.ts';
import type { KnownForms } from './open-forms.ts';
import type { TextModels } from './text-models.ts';

/** What every world of one run shares. */
export interface RunMeans {
  readonly baseUrl: string;
  /** Every base URL of the target, `baseUrl` first. */
  readonly addresses: readonly string[];
  readonly prefix: string;
  /** Where the target has routes that lie elsewhere than the contract says. */
  readonly routes: DescribedRoutes;
  /** Ids of the conformance classes that the target claims; undefined: all. */
  readonly claims: readonly string[] | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** Longest wait for one exchange, in ms. */
  readonly requestTimeoutMs: number;
  readonly runId: string;
  readonly clock: RunClock;
  readonly testbed: Testbed;
  readonly client: RecordingClient;
  readonly pace: Pace;
  readonly patience: Patience;
  /** Knows which requests make the target go away: those are not sent. */
  readonly crashes: CrashLedger;
  readonly losses: ConnectionLosses;
  readonly upstreams: UpstreamServer;
  /** Opened when the first webhook endpoint is asked for. */
  receiver(): Promise<Receiver>;
  /** Applied to every answer before a case sees it: the differences that the profile declares. */
  readonly repairs: readonly Repair[];
  readonly redactor: Redactor;
  readonly nextExchangeId: () => string;
  /** The text models of accounts, where none can be made. */
  readonly textModels: TextModels;
  /** Filled as cases make use of conformance classes. */
  readonly classUses: ClassUses;
  /** Filled as cases give cause. */
  readonly knownForms: KnownForms;
}
