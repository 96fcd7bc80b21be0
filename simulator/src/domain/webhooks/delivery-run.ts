import { realTime } from '@gateproof/upstreams';
import type { DeliveryRecord, WebhookEndpoint } from '../../records/webhook-endpoint.ts';
import { recordDelivery } from '../../tenants/account-records.ts';
import type { JobFinished } from '../../tenants/job-finished.ts';
import type { WebhookAnswer } from '../../transport/webhook-sender.ts';
import type { Delivery } from './delivery.ts';
import type { WebhookWorld } from './webhook-world.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface DeliveryFacts {
  readonly finished: JobFinished;
  readonly endpoint: WebhookEndpoint;
}

/** The attempts to bring one event to one endpoint, on the account's clock (Receiver obligations and delivery rules). */
export class DeliveryRun {
  readonly #world: WebhookWorld;
  readonly #facts: DeliveryFacts;
  readonly delivery: Delivery;
  readonly #record: DeliveryRecord;
  /** What the receiver said to the latest attempt; undefined: nothing. */
  #answer: WebhookAnswer | undefined;

  constructor(world: WebhookWorld, facts: DeliveryFacts, delivery: Delivery) {
    this.#world = world;
    this.#facts = facts;
    this.delivery = delivery;
    this.#record = delivery.record;
    recordDelivery(facts.finished.account, {
      record: this.#record,
      again: () => this.#attemptByHand().finally(() => facts.finished.account.workbench.changes.notify()),
    });
  }

  /** Makes the first attempt at once. */
  start(): void {
    const { clock, workbench } = this.#facts.finished.account;
    const begin = () => this.#track(this.#attemptAndPlan());
    if (this.#isBehindAnother) {
      const stopListening = workbench.changes.listen(() => {
        if (this.#isBehindAnother) return;
        stopListening();
        begin();
      });
      return;
    }
    const waitMs = this.#world.behaviour.firstWaitMs();
    if (waitMs === 0) begin();
    else clock.setTimer(waitMs, begin);
  }

  /** Whether an event that came about earlier holds this one back. */
  get #isBehindAnother(): boolean {
    if (!this.#world.behaviour.inOrder) return false;
    const records = [...this.#facts.finished.account.deliveries.values()].map(({ record }) => record);
    // One that was acknowledged may still come again.
    const isUnheard = ({ state, attempts }: DeliveryRecord) =>
      state === 'pending' && attempts.every(({ status }) => status === null || status < 200 || status >= 300);
    return records
      .slice(0, records.indexOf(this.#record))
      .some((record) => record.endpointId === this.#facts.endpoint.id && isUnheard(record));
  }

  /** Goes on with the schedule; a pending delivery whose moment has passed is attempted at once. */
  resume(): void {
    if (this.#record.state === 'pending') this.#plan();
  }

  #track(work: Promise<void>): void {
    const { clock, workbench } = this.#facts.finished.account;
    const told = work.catch(() => undefined).then(() => workbench.changes.notify());
    void clock.track(told);
  }

  async #attemptAndPlan(): Promise<void> {
    const { behaviour } = this.#world;
    const { clock, ids } = this.#facts.finished.account;
    const status = await this.#attempt();
    const made = this.#record.attempts.filter(({ status, trouble }) => behaviour.counts(status, trouble)).length;
    const next = this.#whatComesAfter(status, made);
    if (next !== 'pending') this.#record.state = next;
    const goesOn = next === 'pending' || (next === 'delivered' && behaviour.goesOnAfterSuccess);
    const gapMs =
      goesOn && made < this.#maxAttempts
        ? behaviour.gapMs(Math.max(1, made), ids.fraction(), status, this.#answer)
        : undefined;
    this.delivery.dueAtMs = gapMs === undefined ? undefined : clock.now() + gapMs;
    await this.#keep();
    if (next === 'given-up') behaviour.afterGivingUp(this.#facts.finished);
    if (gapMs !== undefined) this.#plan();
  }

  get #maxAttempts(): number {
    return this.#facts.endpoint.maxAttempts ?? this.#world.behaviour.maxAttempts;
  }

  #whatComesAfter(status: number | null, made: number): Exclude<DeliveryRecord['state'], 'stopped'> {
    const { behaviour } = this.#world;
    const { length: attempt } = this.#record.attempts;
    if (status !== null && behaviour.isSuccess(status, attempt, this.#facts, this.#answer)) return 'delivered';
    return made >= this.#maxAttempts || !behaviour.isRetried(status, made, this.#facts) ? 'given-up' : 'pending';
  }

  /** Sets the timer of the next attempt. */
  #plan(): void {
    const { endpoint, finished } = this.#facts;
    const { clock } = finished.account;
    const { behaviour } = this.#world;
    clock.setTimer((this.delivery.dueAtMs ?? clock.now()) - clock.now(), () => {
      // Settled otherwise while the timer ran.
      if (this.#record.state !== 'pending' && !behaviour.goesOnAfterSuccess) return;
      if (!endpoint.isRemoved || behaviour.goesOnAfterRemoval) this.#track(this.#attemptAndPlan());
      else {
        this.#record.state = 'stopped';
        this.delivery.dueAtMs = undefined;
        this.#track(this.#keep());
      }
    });
  }

  #keep(): Promise<void> {
    return this.#world.keep(this.#facts.finished.account, this.delivery);
  }

  async #attemptByHand(): Promise<number | null> {
    const status = await this.#attempt();
    await this.#keep();
    return status;
  }

  /** Makes one attempt and logs it. Returns the status, or null when there was no answer in time. */
  async #attempt(): Promise<number | null> {
    const { account } = this.#facts.finished;
    const { behaviour } = this.#world;
    const atMs = account.clock.now();
    this.delivery.firstAttemptMs ??= atMs;
    const attempt = this.#record.attempts.length + 1;
    const { renews } = behaviour;
    const deliveryId = renews.deliveryId && attempt > 1 ? account.ids.next('whd_') : this.#record.id;
    const event = this.#event(attempt, atMs);
    const body = behaviour.serialise(event);
    const signature = this.#sign(body, attempt, atMs);
    const { endpoint, finished } = this.#facts;
    const { names } = this.#world;
    const { type } = finished;
    const headers = behaviour.headers({ names, endpoint, event, type, deliveryId, signature, attempt });
    const entry = { atMs, deliveryId, signature };
    this.#answer = undefined;
    try {
      this.#answer = await this.#post(headers, body);
      const { status } = this.#answer;
      this.#record.attempts.push({ ...entry, status, trouble: undefined });
      return status;
    } catch (thrown) {
      this.#record.attempts.push({ ...entry, status: null, trouble: troubleOf(thrown) });
      return null;
    }
  }

  #event(attempt: number, atMs: number): JsonObject {
    const { behaviour } = this.#world;
    const { finished } = this.#facts;
    const { createdAtMs, data, record } = this.delivery;
    const { renews } = behaviour;
    const isRetry = attempt > 1;
    return behaviour.event({
      id: renews.eventId && isRetry ? finished.account.ids.next('evt_') : record.eventId,
      type: finished.type,
      createdAtMs: renews.createdAt ? atMs : createdAtMs,
      data: renews.data && isRetry ? finished.data() : data,
      attempt,
      of: this.#facts,
    });
  }

  #sign(body: string, attempt: number, atMs: number): string {
    const { behaviour } = this.#world;
    const { endpoint, finished } = this.#facts;
    const t = behaviour.timestamp(atMs, this.delivery.firstAttemptMs ?? atMs, this.#facts);
    const secrets = behaviour.signingSecrets(endpoint, this.delivery.secretsThen, attempt, finished.account);
    return behaviour.signature(
      t,
      secrets.map((secret) => behaviour.v1(secret, t, body, attempt)),
    );
  }

  /** A second attempt that does not wait for the first one's end. */
  #impatient(post: () => Promise<WebhookAnswer>): readonly Promise<WebhookAnswer>[] {
    const { secondTryAfterMs } = this.#world.behaviour;
    if (secondTryAfterMs === undefined) return [];
    const { clock } = this.#facts.finished.account;
    return [
      new Promise((resolve, reject) => {
        clock.setTimer(secondTryAfterMs, () => post().then(resolve, reject));
      }),
    ];
  }

  async #post(headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer> {
    const { behaviour, sender } = this.#world;
    const { endpoint, finished } = this.#facts;
    const problem = behaviour.deliveryProblem(endpoint.url);
    if (problem !== undefined) throw new Error(problem);
    const limit = new AbortController();
    const attempt = this.#record.attempts.length + 1;
    const isRetry = attempt > 1;
    const limitMs = (isRetry ? behaviour.retryAnswerLimitMs : undefined) ?? behaviour.answerLimitMs;
    const clock = behaviour.answerLimitIsReal ? realTime : finished.account.clock;
    const timer = clock.setTimer(limitMs, () => {
      limit.abort(new Error(`no answer within ${limitMs / 1000} s`));
    });
    try {
      const post = { endpoint, url: endpoint.url, method: behaviour.method, headers, body, signal: limit.signal };
      const answer = await Promise.any([sender.post(post), ...this.#impatient(() => sender.post(post))]);
      const { status, location } = answer;
      const isRedirect = behaviour.followsRedirects && status >= 300 && status < 400;
      const isFollowed = isRedirect && behaviour.isFollowed(status, attempt) && location !== undefined;
      if (!isFollowed) return answer;
      const followed = { ...post, url: new URL(location, endpoint.url).href };
      return await sender.post({ ...followed, method: behaviour.followedBy(status) ?? followed.method });
    } finally {
      timer.cancel();
    }
  }
}

/** Why there was no answer: where several tries failed, what the first one met. */
function troubleOf(thrown: unknown): string {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  return (first as Error).message;
}
