import type { WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide, overrule } from '../change.ts';
import type { Edit, JsonObject } from '../edits/fields.ts';
import { type DeliveryScope, everyDelivery } from '../scopes/deliveries.ts';

type EventFacts = Parameters<WebhookBehaviour['event']>[0];

/** The bodies of events, before they are signed. */
export const inEvents = (edit: Edit, scope: DeliveryScope = everyDelivery): Change =>
  overrule('webhooks.event', `sends events with ${edit.words} ${scope.words}`, (event, facts, attempt) => {
    const present = event(facts, attempt);
    return scope.covers(attempt) ? edit.change(present) : present;
  });

/** The text of bodies, before it is signed. */
export const inBodies = (words: string, write: (json: string, event: JsonObject) => string): Change =>
  overrule('webhooks.serialise', `sends bodies ${words}`, (serialise, event) => write(serialise(event), event));

/** Makes a part of deliveries anew for each attempt, or keeps it. */
export function renew(part: keyof WebhookBehaviour['renews'], isRenewed = true): Change {
  const words = `${isRenewed ? 'makes' : 'keeps'} ${part} ${isRenewed ? 'anew for each attempt' : 'on retries'}`;
  return decide('webhooks', words, ({ renews }) => ({ renews: { ...renews, [part]: isRenewed } }));
}

/** Event ids made of what events are about. */
export const makeEventIds = (words: string, make: (facts: EventFacts) => unknown): Change =>
  overrule('webhooks.event', `makes event ids ${words}`, (event, facts, attempt) =>
    event({ ...facts, id: `evt_${String(make(facts))}` }, attempt),
  );
