import { type PlainAnswer, plainAnswer } from './answers/plain-answer.ts';
import { type PlainFile, plainFiles } from './answers/plain-files.ts';
import { CallLog } from './calls/call-log.ts';
import { CallPerformance } from './calls/call-performance.ts';
import { CallRecord } from './calls/call-record.ts';
import { Gates } from './calls/gates.ts';
import type { UpstreamCall } from './calls/upstream-call.ts';
import type { Clock } from './clock/clock.ts';
import { realTime } from './clock/real-time.ts';
import type { JsonObject } from './json.ts';
import { readFields, readRequest, type UpstreamRequest } from './plan/upstream-request.ts';
import { planResponse } from './plan-response.ts';
import type { DefaultAnswer } from './script/answer.ts';
import { checkUpstreamScript } from './script/check-upstream-script.ts';
import { type FaultReport, ScriptRun } from './script/script-run.ts';
import { script as scriptOf, turn, type UpstreamScript } from './script/upstream-script.ts';

const strayTurn = { turn: turn(), acted: () => {} };

export interface UpstreamOptions {
  /** Names the upstream in its calls and seeds its default answers. Default `upstream`. */
  readonly token?: string;
  /** Default: every call gets the default answer. */
  readonly script?: UpstreamScript;
  /** What delays, recorded times and deadlines go by. Default: real time. */
  readonly clock?: Clock;
  /** Where its gates stand, to be shared with others. Default: gates of its own. */
  readonly gates?: Gates;
  /** How many of the newest calls are kept. Default 1000. */
  readonly keptCalls?: number;
}

/**
 * A fake model endpoint: a script, and a record of the calls that it answered. `callInProcess` calls it without a network;
 * `openUpstreamServer` and `openUpstream` put it behind HTTP.
 */
export class Upstream {
  readonly token: string;
  readonly clock: Clock;
  readonly #gates: Gates;
  readonly #log: CallLog;
  readonly #strayCalls = new CallLog(100);
  #run: ScriptRun;

  /** @throws InvalidScript when the script is not one */
  constructor(options: UpstreamOptions = {}) {
    this.token = options.token ?? 'upstream';
    this.clock = options.clock ?? realTime;
    this.#gates = options.gates ?? new Gates();
    this.#log = new CallLog(options.keptCalls ?? 1000);
    this.#run = new ScriptRun(checkUpstreamScript(options.script ?? scriptOf()));
  }

  /**
   * Replaces the script: the next call gets its first turn, gates are closed again, fault counters start at zero.
   *
   * @throws InvalidScript when the script is not one
   */
  script(script: UpstreamScript): void {
    this.#run = new ScriptRun(checkUpstreamScript(script));
    this.#gates.closeAll();
  }

  /** The newest calls, oldest first. */
  get calls(): readonly UpstreamCall[] {
    return this.#log.calls;
  }

  /** How many calls ever came, those no longer kept included. */
  get callCount(): number {
    return this.#log.count;
  }

  /** How often each fault of the present script acted. */
  faultReports(): readonly FaultReport[] {
    return this.#run.reports();
  }

  /** Opens a gate by name, or all; it stays open, also for later calls, until the script is replaced. */
  release(gate?: string): void {
    this.#gates.release(gate);
  }

  /** Resolves with call `number` (from 1) once its request has been read; undefined when `deadlineMs` pass first. */
  waitForCall(number: number, deadlineMs: number): Promise<UpstreamCall | undefined> {
    return this.#log.wait(number, deadlineMs, this.clock);
  }

  /** Calls back with each call that comes from now on; the returned function ends that. */
  onCall(listener: (call: UpstreamCall) => void): () => void {
    return this.#log.onCall(listener);
  }

  /** Requests on paths that no upstream serves, or by another method than POST: the newest hundred. They take no turn. */
  get strayCalls(): readonly UpstreamCall[] {
    return this.#strayCalls.calls;
  }

  /**
   * For gateways in this process: the answer to a chat request as a value, where the next turn has the default answer without faults or a pace. `body` is read then. It counts as a call, of
   * which no record is made. Undefined: the upstream has to be called.
   */
  plainAnswer(body: () => JsonObject): PlainAnswer | undefined {
    const answer = this.#takePlainTurn();
    return answer && plainAnswer({ seed: this.token, ...answer }, body(), this.#log.count);
  }

  /** The same for a request of media: the files of the answer. */
  plainFiles(route: 'image' | 'transcription', body: () => JsonObject): readonly PlainFile[] | undefined {
    const answer = this.#takePlainTurn();
    return answer && plainFiles(`${answer.seed ?? this.token}#${this.#log.count}`, readFields(route, body()));
  }

  #takePlainTurn(): DefaultAnswer | undefined {
    const { answer, faults } = this.#run.next;
    if (answer.kind !== 'default' || answer.pace !== undefined || faults.length > 0 || this.#log.isWatched) {
      return undefined;
    }
    this.#run.pass();
    this.#log.pass();
    return answer;
  }

  /** For executors: takes the next turn for a request that has been read, and records the call. */
  receive(request: UpstreamRequest): CallPerformance {
    const read = readRequest(request);
    const isStray = read.route === undefined;
    const log = isStray ? this.#strayCalls : this.#log;
    const record = new CallRecord(
      isStray ? `${this.token}-stray` : this.token,
      log.count + 1,
      this.clock,
      request,
      read,
    );
    const { turn: taken, acted } = isStray ? strayTurn : this.#run.takeTurn();
    const createdS = Math.floor(record.startedAtMs / 1000);
    const plan = planResponse(taken, { request: read, createdS, seed: this.token, callNumber: record.number });
    const performance = new CallPerformance(plan, record, { clock: this.clock, gates: this.#gates, acted });
    log.add(record);
    return performance;
  }
}
