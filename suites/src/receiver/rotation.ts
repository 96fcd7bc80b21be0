import { type Delivery, type EventType, NotExercised, type ReceiverWorld } from '@gateproof/harness';
import {
  controlForged,
  controlGenuine,
  controlVerifies,
  deliverAll,
  expectAcknowledged,
  isAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { bothSecrets, signedBy } from '../support/receiver/both-secrets.ts';
import { isTypeRefused, type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { expectRefused } from '../support/receiver/refused.ts';
import { isQuick, refusesInForms } from '../support/receiver/refused-in-forms.ts';

const wrong = 'a'.repeat(64);
const otherWrong = '0123456789abcdef'.repeat(4);
type Header = NonNullable<Delivery['signature']>;

/** Signature headers of which one entry matches. */
const accepted: Readonly<Record<string, { readonly what: string; readonly headers: readonly Header[] }>> = {
  'first-matches': {
    what: 'a delivery of whose two v1 entries the first matches',
    headers: [({ t, v1 }) => `t=${t},v1=${v1},v1=${wrong}`],
  },
  'second-matches': {
    what: 'a delivery of whose two v1 entries the second matches',
    headers: [({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1}`],
  },
  'third-matches': {
    what: 'a delivery of whose three v1 entries only one matches',
    headers: [
      ({ t, v1 }) => `t=${t},v1=${wrong},v1=${otherWrong},v1=${v1}`,
      ({ t, v1 }) => `t=${t},v1=${wrong},v1=${v1},v1=${otherWrong}`,
    ],
  },
  'unknown-entry': {
    what: 'a delivery with an entry of an unknown label beside a matching v1',
    headers: [
      ({ t, v1 }) => `t=${t},v1=${v1},v0=${wrong}`,
      ({ t, v1 }) => `t=${t},v2=${wrong},v1=${v1}`,
      ({ t, v1 }) => `t=${t},v1=${v1},kid=key-1`,
    ],
  },
  'malformed-beside': {
    what: 'a delivery with a malformed v1 beside a matching one',
    headers: ['', 'zz', 'short', 'é'.repeat(32), `${wrong}${wrong}`].flatMap((broken): Header[] => [
      ({ t, v1 }) => `t=${t},v1=${broken},v1=${v1}`,
      ({ t, v1 }) => `t=${t},v1=${v1},v1=${broken}`,
    ]),
  },
  'entry-order': {
    what: 'a delivery whose t stands after its v1 entries',
    headers: [({ t, v1 }) => `v1=${v1},t=${t}`],
  },
  blanks: {
    what: 'a delivery with a blank after each comma',
    headers: [({ t, v1 }) => `t=${t}, v1=${wrong}, v1=${v1}`],
  },
};

const anyMatch = Object.entries(accepted).map(([name, { what, headers }]) =>
  receiverCheck(`receiver.rotation.${name}`, async (world, type) => {
    await controlVerifies(world, type);
    const deliveries = headers.map((signature) => ({ event: world.event(type), signature }));
    for (const exchange of await deliverAll(world, deliveries)) expectAcknowledged(world, exchange, what);
  }),
);

const noneMatches = receiverCheck('receiver.rotation.none-matches', async (world, type) => {
  await controlGenuine(world, type);
  const signature: Header = ({ t }) => `t=${t},v1=${wrong},v1=${otherWrong}`;
  const exchange = await world.deliver({ event: world.event(type), signature });
  const what = 'a delivery none of whose two v1 entries matches';
  expectRefused(world, exchange, what);
  if (isQuick([exchange])) await refusesInForms(world, type, what, [() => ({ signature })]);
});

/** A matching entry in whatever place, beside one that nobody's secret or the other secret made. */
function formsOf(world: ReceiverWorld, type: EventType, secret: string): readonly Delivery[] {
  const others = [world.unique('nobody'), ...bothSecrets(world).filter((one) => one !== secret)];
  return others
    .flatMap((other) => [
      [other, secret],
      [secret, other],
    ])
    .map((secrets) => {
      const event = world.event(type);
      return { event, signature: signedBy(event, secrets) };
    });
}

const bySecret = [
  ['new-secret', 0, 'a delivery that only the new secret signs'],
  ['previous-secret', 1, 'a delivery that only the previous secret signs'],
] as const;

const oneOfTwo = bySecret.map(([name, place, what]) =>
  receiverCheck(`receiver.rotation.${name}`, async (world, type) => {
    const secret = bothSecrets(world)[place];
    await controlForged(world);
    const deliveries = [{ event: world.event(type), secret }, ...formsOf(world, type, secret)];
    const exchanges = await deliverAll(world, deliveries);
    if (!exchanges.some(isAcknowledged) && (await isTypeRefused(world, type)))
      throw new NotExercised(`the receiver refuses plain genuine events of type ${type}`);
    for (const [place, exchange] of exchanges.entries())
      expectAcknowledged(world, exchange, place === 0 ? what : `${what}, or both secrets, in two v1 entries,`);
  }),
);

/** Any matching v1 is enough (Signature, 3; Secret rotation). */
const rotation: readonly ReceiverCheck[] = [...anyMatch, noneMatches, ...oneOfTwo];
export default rotation;
