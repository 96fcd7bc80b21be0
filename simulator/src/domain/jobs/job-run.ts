import type { JsonObject } from '@gateproof/spec';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Candidate } from '../../behaviour/routing.ts';
import type { AccountClock } from '../../clock/account-clock.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { monthOf } from '../../records/api-key.ts';
import { isFinal, type Job, type JobError, type JobFile, startedAtMsOf } from '../../records/job.ts';
import type { Model } from '../../records/model.ts';
import { type Account, charge } from '../../tenants/account.ts';
import { type CallOrigin, mediaPaths } from '../../tenants/account-transport.ts';
import type { UpstreamTransport } from '../../transport/upstream-transport.ts';
import { EndpointCall } from '../routing/call-endpoint.ts';
import { Tries } from '../routing/try-endpoints.ts';
import { takePlace } from './job-places.ts';
import { moveJob } from './move-job.ts';
import { readFiles } from './read-files.ts';

/** What the domain needs of the world to run jobs. */
export interface JobWorld {
  readonly behaviour: Behaviour;
  transportFor(url: string, origin: CallOrigin): UpstreamTransport;
  /** Longest silence of an endpoint, in ms on the account's clock. */
  readonly mediaTimeoutMs: number;
  readonly serviceField: string;
  /** Keeps the job as it is now. */
  keep(account: Account, job: Job): Promise<void>;
  /** Called once when the job has become final: keeps it, then announces it. */
  onFinal(account: Account, job: Job): Promise<void>;
}

/** How a zero-data-retention job ends that has not finished in time. */
export const discardedError: JobError = {
  code: 'retention_expired',
  scope: 'request',
  message: 'The zero-data-retention job did not finish within 24 hours and was discarded.',
};

/** The work of one media job: it goes through the endpoints of its models in the background and ends the job. */
export class JobRun {
  readonly #world: JobWorld;
  readonly #account: Account;
  readonly #job: Job;
  readonly #month: string;

  constructor(world: JobWorld, account: Account, job: Job) {
    this.#world = world;
    this.#account = account;
    this.#job = job;
    this.#month = monthOf(job.createdAtMs);
  }

  /** Takes the most that the job can cost, so that requests at the same time can't cross a cap together. */
  reserve(): void {
    const mostUsd = Math.max(0, ...this.#models().map(({ priceUsd }) => priceUsd));
    charge(this.#account, this.#job.key, this.#job.generation, mostUsd, this.#month);
  }

  /** Starts the work, or takes it up again where another process was cut off. Resolves when the job is final; never rejects. */
  async start(): Promise<void> {
    const { routing } = this.#world.behaviour;
    const { work, cancelRequested } = this.#job;
    if (work === undefined) return;
    this.#watchRetention();
    if (cancelRequested) this.cancel();
    else {
      const candidates = routing.candidates(this.#models(), this.#account, work.body);
      await this.#work(candidates, work.body).catch(() => undefined);
    }
  }

  /** Ends the job as canceled, if it has not ended before. */
  cancel(): boolean {
    const { job, clock } = { job: this.#job, clock: this.#clock };
    const startedAtMs = startedAtMsOf(job.stage);
    return this.#move({ state: 'canceled', startedAtMs, completedAtMs: clock.now() }, () => this.#end(null, 0));
  }

  get #clock(): AccountClock {
    return this.#account.clock;
  }

  #models(): readonly Model[] {
    return this.#job.work?.modelIds.flatMap((id) => this.#account.models.get(id) ?? []) ?? [];
  }

  /** Zero-data-retention jobs are discarded when their time is over (States and transitions, 1). */
  #watchRetention(): void {
    const { behaviour } = this.#world;
    const lifetimeMs = behaviour.jobs.zdrLifetimeMs;
    if (lifetimeMs === undefined || !behaviour.jobs.isDiscarded(this.#job)) return;
    this.#clock.setTimer(this.#job.createdAtMs + lifetimeMs - this.#clock.now(), () => {
      this.#fail(discardedError);
      this.#job.abort.abort();
    });
  }

  async #work(candidates: readonly Candidate[], body: JsonObject): Promise<void> {
    const { behaviour } = this.#world;
    // The submission is answered first: the job is still queued there.
    await Promise.resolve();
    const giveBack = await takePlace(this.#account, behaviour.jobs, this.#job.abort.signal);
    if (giveBack === undefined) return;
    try {
      await this.#tryAll(candidates, body, behaviour.jobs.triesAgainAfterMs);
    } finally {
      giveBack();
    }
  }

  async #tryAll(candidates: readonly Candidate[], body: JsonObject, [waitMs, ...later]: readonly number[]) {
    if (isFinal(this.#job.stage.state)) return;
    const tries = new Tries(this.#world.behaviour.routing, this.#job.generation.id);
    if (this.#job.stage.state === 'queued') this.#move({ state: 'processing', startedAtMs: this.#clock.now() });
    for (const candidate of candidates) {
      try {
        this.#succeed(candidate, await this.#ask(candidate, body));
        return;
      } catch (thrown) {
        if (this.#job.abort.signal.aborted || !tries.failed(candidate, thrown, false)) break;
      }
    }
    if (this.#job.abort.signal.aborted) return;
    if (waitMs !== undefined) {
      await new Promise<void>((resolve) => this.#clock.setTimer(waitMs, resolve));
      await this.#tryAll(candidates, body, later);
      return;
    }
    const { code, message, details } = tries.error();
    this.#fail({ code, message, scope: details.scope ?? null });
  }

  /** The files of the candidate's answer, in the same turn where it is an endpoint of this process and no fault can meet it. */
  #ask({ endpoint, model }: Candidate, body: JsonObject): readonly JobFile[] | Promise<readonly JobFile[]> {
    const { behaviour, transportFor, serviceField } = this.#world;
    const { kind, generation, work } = this.#job;
    const reply = work?.reply === undefined ? {} : { reply: work.reply };
    const transport = transportFor(endpoint.url, { account: this.#account, requestId: generation.requestId, ...reply });
    const { retry_of: _retryOf, ...inputs } = behaviour.routing.upstreamBody(body, model, serviceField);
    return transport.plainFiles(endpoint.url, kind, () => inputs) ?? this.#call(transport, endpoint.url, inputs);
  }

  async #call(transport: UpstreamTransport, url: string, inputs: JsonObject): Promise<readonly JobFile[]> {
    const { behaviour, mediaTimeoutMs } = this.#world;
    const { kind, abort } = this.#job;
    const limitMs = behaviour.routing.silenceLimitMs(mediaTimeoutMs);
    const call = new EndpointCall({ clock: this.#clock, limitMs, signal: abort.signal });
    const asked = call
      .open(transport, url + mediaPaths[kind], inputs)
      .then(async (answer) => readFiles(kind, await call.text(answer)));
    try {
      return await this.#clock.track(asked);
    } finally {
      call.close();
    }
  }

  /** An accepted cancel that had not taken effect by the end of the call. */
  #cancelLate(): boolean {
    const { cancel, cancelTakesMs } = this.#world.behaviour.jobs;
    const isLate = () => cancel === 'after-call' || cancelTakesMs(this.#job) > 0;
    return this.#job.cancelRequested && isLate() && this.cancel();
  }

  #succeed({ model }: Candidate, files: readonly JobFile[]): void {
    const { jobs } = this.#world.behaviour;
    if (!jobs.workMayWin && this.#cancelLate()) return;
    this.#job.model = model.id;
    const startedAtMs = startedAtMsOf(this.#job.stage);
    const before = this.#job.stage;
    this.#job.generation.model = model.id;
    // The charge is settled first: whoever sees the job finished sees its cost.
    if (!isFinal(before.state)) this.#end(null, model.priceUsd);
    this.#move({ state: 'succeeded', startedAtMs, completedAtMs: this.#clock.now(), files: jobs.files(files) });
  }

  #fail(error: JobError): void {
    if (this.#cancelLate()) return;
    const startedAtMs = startedAtMsOf(this.#job.stage);
    this.#move({ state: 'failed', startedAtMs, completedAtMs: this.#clock.now(), error }, () =>
      this.#end(error.code, 0),
    );
  }

  /** Moves the job and keeps it. `settle` runs before anybody learns of the move. */
  #move(next: Job['stage'], settle: () => void = () => undefined): boolean {
    const moved = moveJob(this.#world.behaviour.jobs, this.#job, next);
    if (!moved) return false;
    settle();
    if (isFinal(next.state)) this.#job.work = undefined;
    this.#account.workbench.changes.notify();
    const { keep, onFinal } = this.#world;
    const kept = isFinal(next.state) ? onFinal(this.#account, this.#job) : keep(this.#account, this.#job);
    void this.#clock.track(kept).catch(() => undefined);
    return true;
  }

  #end(errorCode: string | null, costUsd: number): void {
    const { generation, key } = this.#job;
    generation.hasEnded = true;
    generation.errorCode = errorCode;
    charge(this.#account, key, generation, costUsd - generation.chargedUsd, this.#month);
  }
}

/** What a client gets who asks for a job that the account does not have. */
export function unknownJob(id: string, code = 'job_not_found'): GatewayError {
  return new GatewayError(code, `The account has no job ${id}.`, { scope: 'request' });
}
