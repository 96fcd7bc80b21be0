import type { JobFinished } from '../jobs/job-finished.ts';
import { DeliveryRun } from './delivery-run.ts';
import type { WebhookWorld } from './webhook-world.ts';

/** Sends the events of finished jobs to the endpoints of their accounts (Events). */
export class WebhookDispatcher {
  readonly #world: WebhookWorld;

  constructor(world: WebhookWorld) {
    this.#world = world;
  }

  /** Starts the deliveries of one event. The first attempts leave at once. */
  jobFinished(finished: JobFinished): void {
    const { behaviour, forwardTo } = this.#world;
    const endpoints = behaviour.recipients(finished, this.#world.everyone()).filter(({ isRemoved }) => !isRemoved);
    const all = forwardTo === undefined ? endpoints : [...endpoints, forwardTo];
    if (all.length === 0) return;
    const { ids, clock } = finished.account;
    const shared = ids.next('evt_');
    // The data is made once: every endpoint and every attempt get the same bytes.
    const data = finished.data();
    const createdAtMs = clock.now();
    for (const endpoint of all) {
      const eventId = behaviour.sharesEventId ? shared : ids.next('evt_');
      new DeliveryRun(this.#world, { finished, endpoint, eventId, createdAtMs, data }).start();
    }
  }
}
