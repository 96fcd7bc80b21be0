import {
  caution,
  type Delivery,
  type EventType,
  type Exchange,
  expectThat,
  type ReceiverWorld,
  Violation,
  type WebhookEvent,
} from '@gateproof/harness';
import { deliverPersistently, isAcknowledged } from './acknowledged.ts';
import { signedBy } from './both-secrets.ts';
import { type DeliveryForm, deliveryForms, hasForeign, inForms, takenBy } from './delivery-forms.ts';
import { effectsIfSeen } from './effects.ts';
import type { Forgery } from './forgery.ts';
import { isQuick } from './refused-in-forms.ts';

/** An event that comes in one form, and what sends it so once more, genuine or forged. */
export interface EventInForm {
  readonly event: WebhookEvent;
  readonly form: DeliveryForm;
  send(forge?: Forgery): Promise<Exchange>;
}

/** Who stumbles over what no conformant gateway sends is warned about. */
export function requires(world: ReceiverWorld, forms: readonly DeliveryForm[], decide: () => void): void {
  try {
    decide();
  } catch (thrown) {
    if (thrown instanceof Violation && hasForeign(forms)) caution(world, thrown.finding);
    throw thrown;
  }
}

/** The forms that events of this type can have, for a check that takes each of them once. */
export const formsOf = (type: EventType): readonly DeliveryForm[] =>
  takenBy(
    type,
    deliveryForms.map((form) => [form]),
  ).flat();

/** An event in this form, which keeps the shape that the form gives it; `plain` is shaped. */
export function eventInForm(world: ReceiverWorld, form: DeliveryForm, plain: WebhookEvent): EventInForm {
  const { event } = inForms(world, plain, [form]);
  const rest = form.event === undefined ? [form] : [];
  return {
    event,
    form,
    send: (forge) => deliverPersistently(world, inForms(world, event, rest, forge)),
  };
}

const sendOnce = async ({ send }: EventInForm) => [await send()];

/** As a gateway signs it around a rotation; none where the receiver was given one secret. */
function underEachSecret(world: ReceiverWorld, type: EventType): readonly EventInForm[] {
  const [newest, previous] = world.secrets;
  if (newest === undefined || previous === undefined) return [];
  const signed = (what: string, how: (event: WebhookEvent) => Partial<Delivery>): EventInForm => {
    const event = world.event(type);
    return {
      event,
      form: { what, aspect: 'signature' },
      send: (forge) => deliverPersistently(world, { event, ...how(event), ...forge?.(event, world) }),
    };
  };
  return [
    signed('that the previous secret signs', () => ({ secret: previous })),
    signed('that both secrets sign', (event) => ({ signature: signedBy(event, [newest, previous]) })),
  ];
}

/** Delivers one event in each form, and returns those that were acknowledged; none where a receiver takes its time, or no observer counts. */
export async function firstInForms(
  world: ReceiverWorld,
  type: EventType,
  begin: (one: EventInForm) => Promise<readonly Exchange[]> = sendOnce,
): Promise<readonly EventInForm[]> {
  if (!world.takesMany) return [];
  const taken: EventInForm[] = [];
  const all = formsOf(type).map((form) => eventInForm(world, form, world.event(type)));
  for (const one of [...all, ...underEachSecret(world, type)]) {
    const exchanges = await begin(one);
    if (!isQuick(exchanges)) return [];
    if (exchanges.every(isAcknowledged)) taken.push(one);
  }
  return taken;
}

/** Each of these had one effect, or as many as it has outputs, whatever `again` delivers. */
export async function expectOneEffectEach(
  world: ReceiverWorld,
  all: readonly EventInForm[],
  { what, again }: { readonly what: string; again(one: EventInForm): Promise<unknown> },
): Promise<void> {
  const events = all.map(({ event }) => event);
  if (all.length === 0) return;
  const before = await effectsIfSeen(world, events);
  if (before === undefined) return;
  for (const one of all) await again(one);
  const after = (await effectsIfSeen(world, events)) ?? before;
  const mostOf = ({ form }: EventInForm, place: number) => (form.hasOutputs ? (before[place] ?? 1) : 1);
  const twice = all.find((one, place) => (after[place] ?? 0) > mostOf(one, place));
  if (twice === undefined) return;
  const place = all.indexOf(twice);
  requires(world, [twice.form], () =>
    expectThat(world, false, {
      expected: `one effect of ${what}, in deliveries ${twice.form.what}`,
      observed: `${before[place]} before it came again, ${after[place]} in the end`,
    }),
  );
}
