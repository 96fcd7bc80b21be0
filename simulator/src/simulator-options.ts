import type { Clock } from '@gateproof/upstreams';
import type { Behaviour } from './behaviour/behaviour.ts';
import type { Playback } from './cassette/playback.ts';
import type { Replies } from './replies/reply-rule.ts';
import type { WebhookForwarding } from './transport/forwarding-sender.ts';

/** How a simulator behaves; everything has a default. */
export interface SimulatorOptions {
  /** Service prefix. Default `svc`. */
  readonly prefix?: string;
  /** Ids and default answers follow from it. Default `gateproof`. */
  readonly seed?: string;
  /** The behaviour record, patched by deviations or variations. Default: the one that keeps the contract. */
  readonly behaviour?: Behaviour;
  /** Longest silence of an endpoint, in ms on the account's clock. Default 30 s. */
  readonly upstreamTimeoutMs?: number;
  /** Longest time that a chat request may take in all, in ms on the account's clock. Default 5 min. */
  readonly requestTimeoutMs?: number;
  /** Longest silence of an endpoint that works on a job, in ms on the account's clock. Default 72 h, beyond the 24 h of a zdr job. */
  readonly mediaTimeoutMs?: number;
  /** Default 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Secret of the default account's key. Default `sk-gateproof-default`. */
  readonly defaultKey?: string;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[];
  /**
   * Opens the testbed to whoever sends it in `X-Testbed-Token`, and to nobody else. Default: callers on this machine, under a name of this machine.
   * `createSimulator` throws `TypeError` for an empty one.
   */
  readonly testbedToken?: string;
  /** Takes webhook endpoints at a loopback address (`http://localhost:3000/hook`) as well. Default false: public https URLs alone. */
  readonly allowLocalWebhooks?: boolean;
  /** Posts every event of every account to this URL, or to each of these, besides, signed, each at most three times. Default: nowhere. Throws `TypeError` for no URL. */
  readonly forwardWebhooks?: WebhookForwarding | readonly WebhookForwarding[];
  /** Canned replies that every account starts with. Default: none. `createSimulator` throws `InvalidScript` with every mistake in them. */
  readonly replies?: Replies;
  /** Recorded exchanges that answer before the simulator does. Default: none. `createSimulator` throws `InvalidScript` with every mistake in the cassette. */
  readonly playback?: Playback;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /**
   * Where everything is kept, so that accepted jobs, Idempotency-Keys and due deliveries outlive the process: a file, or a PostgreSQL database
   * (`postgres://…`) that any number of simulators share as replicas. Default: memory alone. `createSimulator` throws `DataFileError` when the file can't be
   * used, and `listen` rejects with it when the database can't be.
   */
  readonly data?: string;
  /** With a database: name or address under which other replicas reach this machine, at a port of their own. Default `127.0.0.1`. */
  readonly replicaHost?: string;
  /** Called with one line when the file can't be written, once until it can be again: the disk is full, say. Default: nobody is informed. */
  readonly onTrouble?: (line: string) => void;
}
