import type { WebhookAnswer } from '../../transport/webhook-sender.ts';
import type { JobFinished } from '../jobs/job-finished.ts';
import type { DeliveryRecord, WebhookEndpoint } from './webhook-endpoint.ts';
import type { WebhookWorld } from './webhook-world.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface DeliveryFacts {
  readonly finished: JobFinished;
  readonly endpoint: WebhookEndpoint;
  readonly eventId: string;
  readonly data: JsonObject;
}

/** The attempts to bring one event to one endpoint, on the account's clock (Receiver obligations and delivery rules). */
export class DeliveryRun {
  readonly #world: WebhookWorld;
  readonly #facts: DeliveryFacts;
  readonly #record: DeliveryRecord;
  readonly #createdAtMs: number;
  readonly #secretsThen: readonly string[];
  readonly #deliveryId: string;
  #firstAttemptMs: number | undefined;

  constructor(world: WebhookWorld, facts: DeliveryFacts) {
    const { finished, endpoint, eventId } = facts;
    const { account, job, type } = finished;
    this.#world = world;
    this.#facts = facts;
    this.#createdAtMs = account.clock.now();
    this.#secretsThen = endpoint.secrets;
    this.#deliveryId = account.ids.next('whd_');
    this.#record = {
      id: this.#deliveryId,
      endpointId: endpoint.id,
      eventId,
      type,
      jobId: job.id,
      state: 'pending',
      attempts: [],
    };
    account.deliveries.set(this.#record.id, { record: this.#record, again: () => this.#attempt() });
  }

  start(): void {
    const { firstWaitMs } = this.#world.behaviour;
    const begin = () => this.#track(this.#attemptAndPlan());
    if (firstWaitMs === 0) begin();
    else this.#facts.finished.account.clock.setTimer(firstWaitMs, begin);
  }

  #track(work: Promise<void>): void {
    void this.#facts.finished.account.clock.track(work).catch(() => undefined);
  }

  async #attemptAndPlan(): Promise<void> {
    const { behaviour } = this.#world;
    const { endpoint, finished } = this.#facts;
    const status = await this.#attempt();
    const succeeded = status !== null && behaviour.isSuccess(status, this.#record.attempts.length);
    if (succeeded) this.#record.state = 'delivered';
    if (succeeded && !behaviour.goesOnAfterSuccess) return;
    const made = this.#record.attempts.filter((attempt) => behaviour.counts(attempt.status)).length;
    if (made >= behaviour.maxAttempts || (!succeeded && !behaviour.isRetried(status, made))) {
      if (!succeeded) this.#giveUp();
      return;
    }
    const { clock, ids } = finished.account;
    clock.setTimer(behaviour.gapMs(Math.max(1, made), ids.fraction()), () => {
      if (endpoint.isRemoved && !behaviour.goesOnAfterRemoval) this.#record.state = 'stopped';
      else this.#track(this.#attemptAndPlan());
    });
  }

  #giveUp(): void {
    this.#record.state = 'given-up';
    this.#world.behaviour.afterGivingUp(this.#facts.finished);
  }

  /** Makes one attempt and logs it. Returns the status, or null when there was no answer in time. */
  async #attempt(): Promise<number | null> {
    const { account } = this.#facts.finished;
    const { behaviour } = this.#world;
    const atMs = account.clock.now();
    this.#firstAttemptMs ??= atMs;
    const attempt = this.#record.attempts.length + 1;
    const { renews } = behaviour;
    const deliveryId = renews.deliveryId && attempt > 1 ? account.ids.next('whd_') : this.#deliveryId;
    const event = this.#event(attempt, atMs);
    const body = behaviour.serialise(event);
    const signature = this.#sign(body, attempt, atMs);
    const { type } = this.#facts.finished;
    const headers = behaviour.headers({ names: this.#world.names, event, type, deliveryId, signature, attempt });
    const entry = { atMs, deliveryId, signature };
    try {
      const { status } = await this.#post(headers, body);
      this.#record.attempts.push({ ...entry, status, trouble: undefined });
      return status;
    } catch (thrown) {
      this.#record.attempts.push({ ...entry, status: null, trouble: (thrown as Error).message });
      return null;
    }
  }

  #event(attempt: number, atMs: number): JsonObject {
    const { behaviour } = this.#world;
    const { finished, eventId, data } = this.#facts;
    const { renews } = behaviour;
    const isRetry = attempt > 1;
    return behaviour.event({
      id: renews.eventId && isRetry ? finished.account.ids.next('evt_') : eventId,
      type: finished.type,
      createdAtMs: renews.createdAt ? atMs : this.#createdAtMs,
      data: renews.data && isRetry ? finished.data() : data,
    });
  }

  #sign(body: string, attempt: number, atMs: number): string {
    const { behaviour } = this.#world;
    const { endpoint, finished } = this.#facts;
    const t = behaviour.timestamp(atMs, this.#firstAttemptMs ?? atMs);
    const secrets = behaviour.signingSecrets(endpoint, this.#secretsThen, attempt, finished.account);
    return behaviour.signature(
      t,
      secrets.map((secret) => behaviour.v1(secret, t, body, attempt)),
    );
  }

  async #post(headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer> {
    const { behaviour, sender } = this.#world;
    const { endpoint, finished } = this.#facts;
    const limit = new AbortController();
    const timer = finished.account.clock.setTimer(behaviour.answerLimitMs, () => {
      limit.abort(new Error(`no answer within ${behaviour.answerLimitMs / 1000} s`));
    });
    try {
      const post = { endpoint, url: endpoint.url, method: behaviour.method, headers, body, signal: limit.signal };
      const answer = await sender.post(post);
      const { status, location } = answer;
      const isRedirect = behaviour.followsRedirects && status >= 300 && status < 400 && behaviour.isFollowed(status);
      const isFollowed = isRedirect && location !== undefined;
      return isFollowed ? await sender.post({ ...post, url: new URL(location, endpoint.url).href }) : answer;
    } finally {
      timer.cancel();
    }
  }
}
