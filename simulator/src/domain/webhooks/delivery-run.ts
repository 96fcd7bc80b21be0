import type { JsonObject } from '@gateproof/spec';
import { realTime } from '@gateproof/upstreams';
import type { Attempt, DeliveryMessage, DeliveryOf } from '../../behaviour/webhooks.ts';
import type { DeliveryRecord } from '../../records/webhook-endpoint.ts';
import { recordDelivery } from '../../tenants/account-records.ts';
import type { WebhookAnswer } from '../../transport/webhook-sender.ts';
import type { Delivery } from './delivery.ts';
import type { WebhookWorld } from './webhook-world.ts';

/** The attempts to bring one event to one endpoint, on the account's clock (Receiver obligations and delivery rules). */
export class DeliveryRun {
  readonly #world: WebhookWorld;
  readonly #facts: DeliveryOf;
  readonly delivery: Delivery;
  readonly #record: DeliveryRecord;

  constructor(world: WebhookWorld, facts: DeliveryOf, delivery: Delivery) {
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
    const delivered = work.catch(() => undefined).then(() => workbench.changes.notify());
    void clock.track(delivered);
  }

  async #attemptAndPlan(): Promise<void> {
    const { behaviour } = this.#world;
    const { clock, ids } = this.#facts.finished.account;
    const { attempt, answer } = await this.#attempt();
    const next = this.#whatComesAfter(attempt, answer);
    if (next !== 'pending') this.#record.state = next;
    const gapMs = next === 'pending' ? behaviour.gapMs(attempt.number, ids.fraction(), answer) : undefined;
    this.delivery.dueAtMs = gapMs === undefined ? undefined : clock.now() + gapMs;
    // What can't be kept was sent all the same: the schedule goes on, and the next attempt is kept with this one.
    await this.#keep().catch(() => undefined);
    if (gapMs !== undefined) this.#plan();
  }

  #whatComesAfter(attempt: Attempt, answer: WebhookAnswer | undefined): Exclude<DeliveryRecord['state'], 'stopped'> {
    const { behaviour } = this.#world;
    if (answer !== undefined && behaviour.isSuccess(answer, attempt)) return 'delivered';
    const maxAttempts = this.#facts.endpoint.maxAttempts ?? behaviour.maxAttempts;
    const { length: made } = this.#record.attempts;
    const goesOn = made < maxAttempts && behaviour.isRetried(answer?.status ?? null, attempt);
    return goesOn ? 'pending' : 'given-up';
  }

  /** Sets the timer of the next attempt. */
  #plan(): void {
    const { endpoint, finished } = this.#facts;
    const { clock } = finished.account;
    const { behaviour } = this.#world;
    clock.setIndependentTimer((this.delivery.dueAtMs ?? clock.now()) - clock.now(), () => {
      // Settled otherwise while the timer ran.
      if (this.#record.state !== 'pending') return;
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
    const { answer } = await this.#attempt();
    await this.#keep();
    return answer?.status ?? null;
  }

  /** Makes one attempt and logs it. `answer` undefined: there was none in time. */
  async #attempt(): Promise<{ readonly attempt: Attempt; readonly answer: WebhookAnswer | undefined }> {
    const { ids, clock } = this.#facts.finished.account;
    const atMs = clock.now();
    this.delivery.firstAttemptMs ??= atMs;
    const attempt: Attempt = {
      ...this.#facts,
      number: this.#record.attempts.length + 1,
      atMs,
      firstAtMs: this.delivery.firstAttemptMs,
      secretsThen: this.delivery.secretsThen,
      record: this.#record,
    };
    const { renews } = this.#world.behaviour;
    const deliveryId = renews.deliveryId && attempt.number > 1 ? ids.next('whd_') : this.#record.id;
    const message = this.#message(attempt, deliveryId);
    const entry = { atMs, deliveryId, signature: message.signature };
    try {
      const answer = await this.#post(message, attempt);
      this.#record.attempts.push({ ...entry, status: answer.status, trouble: undefined });
      return { attempt, answer };
    } catch (thrown) {
      this.#record.attempts.push({ ...entry, status: null, trouble: troubleOf(thrown) });
      return { attempt, answer: undefined };
    }
  }

  #message(attempt: Attempt, deliveryId: string): DeliveryMessage & { readonly signature: string } {
    const { behaviour, names } = this.#world;
    const { endpoint, finished } = this.#facts;
    const body = behaviour.serialise(this.#event(attempt));
    const signature = this.#sign(body, attempt);
    const headers = {
      'content-type': 'application/json',
      [names.eventHeader]: finished.type,
      [names.deliveryHeader]: deliveryId,
      [names.signatureHeader]: signature,
    };
    const message = behaviour.message({ method: 'POST', url: endpoint.url, headers, body }, attempt);
    return { ...message, signature };
  }

  #event(attempt: Attempt): JsonObject {
    const { behaviour } = this.#world;
    const { finished } = this.#facts;
    const { createdAtMs, data, record } = this.delivery;
    const { renews } = behaviour;
    return behaviour.event(
      {
        id: record.eventId,
        type: finished.type,
        createdAtMs: renews.createdAt ? attempt.atMs : createdAtMs,
        data: renews.data && attempt.number > 1 ? finished.data() : data,
      },
      attempt,
    );
  }

  #sign(body: string, attempt: Attempt): string {
    const { behaviour } = this.#world;
    const t = behaviour.timestamp(attempt);
    const v1 = behaviour.signingSecrets(attempt).map((secret) => behaviour.v1(secret, t, body, attempt));
    return behaviour.signature(t, v1);
  }

  async #post({ method, url, headers, body }: DeliveryMessage, attempt: Attempt): Promise<WebhookAnswer> {
    const { behaviour, sender } = this.#world;
    const { endpoint, finished } = this.#facts;
    const problem = behaviour.deliveryProblem(endpoint.url);
    if (problem !== undefined) throw new Error(problem);
    const limit = new AbortController();
    const limitMs = behaviour.answerLimitMs(attempt);
    const clock = behaviour.answerLimitIsReal ? realTime : finished.account.clock;
    const timer = clock.setTimer(limitMs, () => {
      limit.abort(new Error(`no answer within ${limitMs / 1000} s`));
    });
    try {
      return await sender.post({ endpoint, url, method, headers, body, signal: limit.signal });
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
