import type { DeliveryOf } from '../../behaviour/webhooks.ts';
import type { JobFinished } from '../../tenants/job-finished.ts';
import { type Delivery, newDelivery } from './delivery.ts';
import { DeliveryRun } from './delivery-run.ts';
import type { WebhookWorld } from './webhook-world.ts';

/** Sends the events of finished jobs to the endpoints of their accounts (Events). */
export class WebhookDispatcher {
  readonly #world: WebhookWorld;

  constructor(world: WebhookWorld) {
    this.#world = world;
  }

  /** The deliveries of one event, to be kept and then started. */
  deliveriesOf(finished: JobFinished): readonly DeliveryRun[] {
    const { behaviour, forwardTo } = this.#world;
    const endpoints = behaviour.recipients(finished, this.#world.everyone()).filter(({ isRemoved }) => !isRemoved);
    const all = [...endpoints, ...forwardTo];
    if (all.length === 0) return [];
    const { ids, clock } = finished.account;
    const shared = ids.next('evt_');
    // The data is made once: every endpoint and every attempt get the same bytes.
    const data = finished.data();
    const createdAtMs = clock.now();
    return all.map((endpoint) => {
      const eventId = behaviour.sharesEventId ? shared : ids.next('evt_');
      return new DeliveryRun(
        this.#world,
        { finished, endpoint },
        newDelivery({ finished, endpoint, eventId, createdAtMs, data }),
      );
    });
  }

  /** A delivery that another process began. */
  resumed(facts: DeliveryOf, delivery: Delivery): DeliveryRun {
    return new DeliveryRun(this.#world, facts, delivery);
  }
}
