import {
  type Delivery,
  type EventType,
  type Exchange,
  eventTypes,
  isTroubled,
  type ReceiverWorld,
} from '@gateproof/harness';
import { controlAcknowledged, deliverPersistently } from './acknowledged.ts';
import { inBatches } from './batches.ts';
import { forgedForms, inForms, typesOf } from './delivery-forms.ts';
import type { Forgery } from './forgery.ts';
import { expectRefused } from './refused.ts';

/** A receiver that takes longer for one answer gets plain forgeries alone. */
const quickMs = 1_000;
/** Who answers so often that it is busy gets no more. */
const mostTurnedAway = 3;
/** At least so many forgeries of each form, over all types of event. */
const ofEachForm = 3;
/** A receiver that takes its time gets fewer, and one that takes deliveries one by one still fewer. */
const budgetS = { ofMany: 40, ofFew: 2 };

interface InForms {
  readonly delivery: Delivery;
  readonly what: string;
}

const named = (what: string, more: string) => `${what.replace(/,$/, '')}, ${more},`;

/** Whether most of these did not take long to answer: who takes its time does so each time, and a busy machine now and then. */
export function isQuick(exchanges: readonly Exchange[]): boolean {
  const isLong = ({ request, response }: Exchange) =>
    response !== undefined && response.headersAtMs - request.atMs > quickMs;
  return exchanges.filter(isLong).length <= Math.max(0, exchanges.length - 1) / 2;
}

/** Whatever else is unusual about a forged delivery, and whatever came before it, makes it no better. */
export async function refusesInForms(
  world: ReceiverWorld,
  type: EventType,
  what: string,
  forgeries: readonly Forgery[],
): Promise<void> {
  const all = [...(await ofKnown(world, type, what, forgeries)), ...ofForms(world, type, what, forgeries)];
  let turnedAway = 0;
  const untilS = world.nowS() + (world.takesMany ? budgetS.ofMany : budgetS.ofFew);
  for (const batch of inBatches(world, all)) {
    if (turnedAway >= mostTurnedAway || world.nowS() >= untilS) return;
    const exchanges = await Promise.all(batch.map(({ delivery }) => world.deliver(delivery)));
    for (const [place, exchange] of exchanges.entries()) expectRefused(world, exchange, batch[place]?.what ?? what);
    turnedAway += exchanges.filter(isTroubled).length;
  }
}

/** Each forgery in each form, under one of the types of event in turn. */
function ofForms(world: ReceiverWorld, type: EventType, what: string, forgeries: readonly Forgery[]): InForms[] {
  const turns = Array.from({ length: Math.max(ofEachForm, forgeries.length) }, (_, turn) => turn);
  return forgedForms.flatMap((form, place) => {
    const types = typesOf([form]);
    return turns
      .filter((turn) => types[(turn + place) % types.length] === type)
      .flatMap((turn) => {
        const delivery = inForms(world, world.event(type), [form], forgeries[turn % forgeries.length]);
        return isForged(delivery) ? [{ delivery, what: named(what, form.what) }] : [];
      });
  });
}

/** Of an event that was handled, and of another one for its job. */
async function ofKnown(
  world: ReceiverWorld,
  type: EventType,
  what: string,
  forgeries: readonly Forgery[],
): Promise<InForms[]> {
  const known = world.event(type);
  controlAcknowledged(await deliverPersistently(world, { event: known }), type);
  const ofItsJob = { ...world.event(type), data: known.data };
  return forgeries
    .filter((_, turn) => forgeries.length < ofEachForm || eventTypes[turn % eventTypes.length] === type)
    .flatMap((forge) => [
      { delivery: { event: known, ...forge(known, world) }, what: named(what, 'of an event that was handled') },
      { delivery: { event: ofItsJob, ...forge(ofItsJob, world) }, what: named(what, 'of a job that is known') },
    ]);
}

/** A forgery that changes one spelling of a body into another one may change nothing in some form. */
const isForged = ({ body = '', signedBody }: Delivery): boolean =>
  signedBody === undefined || !Buffer.from(signedBody).equals(Buffer.from(body));
