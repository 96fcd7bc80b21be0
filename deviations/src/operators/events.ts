import type { WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide } from '../change.ts';
import type { Edit, JsonObject } from '../edits/fields.ts';
import { type DeliveryScope, everyDelivery } from '../scopes/deliveries.ts';

type EventFacts = Parameters<WebhookBehaviour['event']>[0];

/** The bodies of events, before they are signed. */
export function inEvents(edit: Edit, scope: DeliveryScope = everyDelivery): Change {
  return decide('webhooks', `sends events with ${edit.words} ${scope.words}`, ({ event }) => ({
    event(facts, attempt) {
      const present = event(facts, attempt);
      return scope.covers(attempt) ? edit.change(present) : present;
    },
  }));
}

/** The text of bodies, before it is signed. */
export function inBodies(words: string, write: (json: string, event: JsonObject) => string): Change {
  return decide('webhooks', `sends bodies ${words}`, ({ serialise }) => ({
    serialise: (event) => write(serialise(event), event),
  }));
}

/** Event ids made of what events are about. */
export function makeEventIds(words: string, make: (facts: EventFacts) => unknown): Change {
  return decide('webhooks', `makes event ids ${words}`, ({ event }) => ({
    event: (facts, attempt) => event({ ...facts, id: `evt_${String(make(facts))}` }, attempt),
  }));
}
