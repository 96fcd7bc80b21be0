import type { Clock } from '../clock/clock.ts';
import type { ServedPlan } from '../plan/response-plan.ts';
import type { ReadRequest, UpstreamRequest } from '../plan/upstream-request.ts';
import type { CallOutcome, SentResponse, UpstreamCall } from './upstream-call.ts';

type SentPiece = SentResponse['pieces'][number];

/** Calls that came so far. */
let came = 0;

/** The recording of one call, written while it is answered. Once it has ended nothing changes it any more. */
export class CallRecord implements UpstreamCall {
  readonly id: string;
  readonly number: number;
  readonly upstream: string;
  readonly startedAtMs: number;
  readonly ordinal: number;
  readonly method: string;
  readonly path: string;
  readonly headers: UpstreamRequest['headers'];
  readonly rawBody: Uint8Array;
  readonly json?: unknown;
  readonly model?: string;
  readonly ended: Promise<void>;
  outcome: CallOutcome = 'running';
  endedAtMs?: number;
  tokensSent = 0;
  heldAt?: string;
  response?: SentResponse;
  readonly #clock: Clock;
  readonly #pieces: SentPiece[] = [];
  readonly #resolveEnded: () => void;

  constructor(upstream: string, number: number, clock: Clock, request: UpstreamRequest, read: ReadRequest) {
    this.id = `${upstream}-${number}`;
    this.number = number;
    this.upstream = upstream;
    this.startedAtMs = clock.now();
    came += 1;
    this.ordinal = came;
    this.method = request.method;
    this.path = request.path;
    this.headers = request.headers;
    this.rawBody = request.rawBody;
    if (read.json !== undefined) this.json = read.json;
    if (read.model !== undefined) this.model = read.model;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  get hasEnded(): boolean {
    return this.endedAtMs !== undefined;
  }

  /** The call waits at a gate or in a delay, until `goOn`. */
  hold(at: string): void {
    if (this.hasEnded) return;
    this.outcome = 'held';
    this.heldAt = at;
  }

  goOn(): void {
    if (this.hasEnded) return;
    this.outcome = 'running';
    delete this.heldAt;
  }

  sendHead({ status, headers }: ServedPlan): void {
    this.response = { status, headers, headAtMs: this.#clock.now(), pieces: this.#pieces };
  }

  sendPiece(bytes: Uint8Array, tokens: number): void {
    this.#pieces.push({ atMs: this.#clock.now(), bytes });
    this.tokensSent += tokens;
  }

  end(outcome: CallOutcome): void {
    if (this.hasEnded) return;
    this.outcome = outcome;
    this.endedAtMs = this.#clock.now();
    delete this.heldAt;
    this.#resolveEnded();
  }
}
