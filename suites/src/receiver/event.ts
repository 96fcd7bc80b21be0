import type { StandingCheck } from '@gateproof/harness';
import { describeDifference, ownerOf, showsNone } from '../support/receiver/describe-difference.ts';
import { needed, valueAt } from '../support/receiver/event-differences.ts';
import { type ObservedEvent, observedEvents } from '../support/receiver/observed-events.ts';
import { judgementOf, type Look } from '../support/standing-table.ts';

const rules: Readonly<Record<string, (observed: ObservedEvent) => Look>> = {
  'receiver.event.complete': ({ id, sent, given }) => {
    const lost = needed.find((path) => {
      if (path === 'data.output' && sent.type !== 'job.succeeded') return false;
      return (valueAt(sent, path) ?? null) !== null && (valueAt(given, path) ?? null) === null;
    });
    if (lost === undefined) return 'held';
    return { broken: { expected: `${lost} in the event ${id} as it was handled`, observed: 'none' } };
  },
  'receiver.event.unchanged': (observed) => {
    const found = observed.differences.find((one) => ownerOf(one, observed) === undefined);
    return found === undefined ? 'held' : { broken: describeDifference(found, observed) };
  },
  'receiver.event.own': (observed) => {
    const found = observed.differences.find((one) => ownerOf(one, observed) !== undefined);
    return found === undefined ? 'held' : { broken: describeDifference(found, observed) };
  },
};

/** What a receiver's handler is given of an event is what was sent (Events › Delivery, body). Judged on every event that an observer gives. */
const asSent: StandingCheck = {
  rules: Object.keys(rules),
  *judge({ exchanges }) {
    const all = observedEvents(exchanges);
    for (const [rule, look] of Object.entries(rules)) {
      if (all.length === 0) yield judgementOf(rule, [], { idle: showsNone });
      for (const observed of all) {
        const seen = look(observed);
        if (seen !== undefined) yield judgementOf(rule, observed.exchanges, seen);
      }
    }
  },
};
export default asSent;
