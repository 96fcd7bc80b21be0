import { createHash, createHmac } from 'node:crypto';
import { type ClientWorld, computeV1, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { event, header, judged, large, otherWrong, wrong } from '../support/client/judged-delivery.ts';
import {
  controlForged,
  controlGenuine,
  type Delivery,
  plainEvent,
  signingSecret,
  verify,
} from '../support/client/verifying.ts';

/** The value with its last digit, or its first, changed. */
const lastChanged = (v1: string) => v1.slice(0, -1) + (v1.endsWith('0') ? '1' : '0');
const firstChanged = (v1: string) => (v1.startsWith('0') ? '1' : '0') + v1.slice(1);
const at = (text: string): Delivery => ({ t: () => text });
const stale = (nowS: string) => String(Number(nowS) - 4_000);
const hmac = (digest: string, text: string) => createHmac(digest, signingSecret).update(text).digest('hex');
const signedAt = (t: string) => computeV1(signingSecret, t, Buffer.from(plainEvent));

/** The event with a byte that is no UTF-8. */
const withByte = (byte: number) =>
  Buffer.from(plainEvent.replace('"evt_1"', `"evt_${String.fromCharCode(byte)}"`), 'latin1');
const broken = withByte(0xff);
const readAsText = (bytes: Buffer) => bytes.toString('utf8');

const refused: readonly ClientCheck[] = [
  judged('tampered-body', false, 'a body of which one byte differs', {
    'a digit': { signed: plainEvent, body: plainEvent.replace('evt_1', 'evt_2') },
    'a state': { signed: plainEvent, body: plainEvent.replace('"succeeded"', '"succeedeD"') },
    'a blank at the end': { signed: plainEvent, body: `${plainEvent} ` },
    'a newline at the end': { signed: plainEvent, body: `${plainEvent}\n` },
    'a blank at the start': { signed: plainEvent, body: ` ${plainEvent}` },
    'white space between': { signed: plainEvent, body: JSON.stringify(event, null, 1) },
    'fields in another order': {
      signed: plainEvent,
      body: JSON.stringify(Object.fromEntries(Object.entries(event).reverse())),
    },
    'the end of a large body': { signed: large, body: large.replace('"here"', '"hers"') },
    'a mark that combines': { signed: plainEvent.replace('evt_1', 'é'), body: plainEvent.replace('evt_1', 'e\u0301') },
    'cut short': { signed: plainEvent, body: plainEvent.slice(0, -1) },
    nothing: { signed: plainEvent, body: '' },
  }),
  judged('body-as-text', false, 'a body that equals the signed one only when both are decoded as text', {
    'a broken byte, signed as its replacement': { signed: readAsText(broken), body: broken },
    'a replacement, signed as a broken byte': { signed: broken, body: readAsText(broken) },
    'another broken byte': { signed: broken, body: withByte(0xfe) },
    'a byte order mark before it': { signed: plainEvent, body: `\ufeff${plainEvent}` },
    'no byte order mark, signed with one': { signed: `\ufeff${plainEvent}`, body: plainEvent },
  }),
  judged('tampered-timestamp', false, 'a t other than the signed one', {
    'a second earlier': header(({ t, v1 }) => `t=${Number(t) - 1},v1=${v1}`),
    'a second later': header(({ t, v1 }) => `t=${Number(t) + 1},v1=${v1}`),
    'minutes earlier': header(({ t, v1 }) => `t=${Number(t) - 200},v1=${v1}`),
    'now, in the place of an old one': header(({ t }) => `t=${t},v1=${signedAt(stale(t))}`),
    'an old one beside it': header(({ t }) => `t=${t},t=${stale(t)},v1=${signedAt(stale(t))}`),
    'an old one before it': header(({ t }) => `t=${stale(t)},t=${t},v1=${signedAt(stale(t))}`),
    'none signed': header(({ t }) => `t=${t},v1=${computeV1(signingSecret, '', Buffer.from(plainEvent))}`),
  }),
  judged('wrong-secret', false, 'a signature under another secret', {
    another: { secret: 'whsec_other' },
    'a longer one': { secret: `${signingSecret}x` },
    'a shorter one': { secret: signingSecret.slice(0, -1) },
    'in capitals': { secret: signingSecret.toUpperCase() },
    'without its prefix': { secret: signingSecret.slice(6) },
    'its prefix alone': { secret: 'whsec_' },
    'with a newline': { secret: `${signingSecret}\n` },
    empty: { secret: '' },
    'where none is given': { secrets: [] },
  }),
  judged('other-computation', false, 'a v1 that is computed in another way', {
    'over the body alone': header(({ t }) => `t=${t},v1=${hmac('sha256', plainEvent)}`),
    'without the dot': header(({ t }) => `t=${t},v1=${hmac('sha256', t + plainEvent)}`),
    'by HMAC-SHA512': header(({ t }) => `t=${t},v1=${hmac('sha512', `${t}.${plainEvent}`)}`),
    'by HMAC-SHA1': header(({ t }) => `t=${t},v1=${hmac('sha1', `${t}.${plainEvent}`)}`),
    'by a digest that the header names': header(
      ({ t }) => `t=${t},alg=sha512,v1=${hmac('sha512', `${t}.${plainEvent}`)}`,
    ),
    'without a secret': header(
      ({ t }) => `t=${t},v1=${createHash('sha256').update(`${t}.${plainEvent}`).digest('hex')}`,
    ),
  }),
  judged('missing-signature', false, 'a delivery without a signature', {
    'no header': header(() => null),
    'an empty header': header(() => ''),
    'blanks alone': header(() => '  '),
    'commas alone': header(() => ',,'),
  }),
  judged('empty-signature', false, 'a v1 that is empty, cut short or not hexadecimal', {
    empty: header(({ t }) => `t=${t},v1=`),
    'half of it': header(({ t, v1 }) => `t=${t},v1=${v1.slice(0, 32)}`),
    'but its last digit': header(({ t, v1 }) => `t=${t},v1=${v1.slice(0, -1)}`),
    'more before it': header(({ t, v1 }) => `t=${t},v1=00${v1}`),
    'more than it': header(({ t, v1 }) => `t=${t},v1=${v1}00`),
    'no hexadecimal': header(({ t }) => `t=${t},v1=${'zz'.repeat(32)}`),
    'no hexadecimal at its end': header(({ t, v1 }) => `t=${t},v1=${v1}zz`),
    'no v1': header(({ t }) => `t=${t}`),
    'in two halves': header(({ t, v1 }) => `t=${t},v1=${v1.slice(0, 32)},v1=${v1.slice(32)}`),
    'no value': header(({ t }) => `t=${t},v1`),
    base64: header(({ t, v1 }) => `t=${t},v1=${Buffer.from(v1, 'hex').toString('base64')}`),
  }),
  judged('uppercase-signature', false, 'a v1 in upper-case hexadecimal', {
    all: header(({ t, v1 }) => `t=${t},v1=${v1.toUpperCase()}`),
  }),
  judged('malformed-timestamp', false, 'a t that is missing or no number', {
    missing: header(({ v1 }) => `v1=${v1}`),
    'missing, nothing signed in its place': header(() => `v1=${computeV1(signingSecret, '', Buffer.from(plainEvent))}`),
    'missing, undefined signed in its place': header(
      () => `v1=${computeV1(signingSecret, 'undefined', Buffer.from(plainEvent))}`,
    ),
    word: at('now'),
    'not a number': at('NaN'),
    empty: at(''),
    'a number and letters': { t: (nowS) => `${nowS}abc` },
    'a date': { t: (nowS) => new Date(nowS * 1000).toISOString() },
  }),
  judged('no-v1-matches', false, 'a delivery none of whose v1 matches', {
    two: header(({ t }) => `t=${t},v1=${wrong},v1=${otherWrong}`),
    three: header(({ t }) => `t=${t},v1=${wrong},v1=${otherWrong},v1=${wrong}`),
    'the same twice': header(({ t }) => `t=${t},v1=${wrong},v1=${wrong}`),
    'nearly, at the end': header(({ t, v1 }) => `t=${t},v1=${lastChanged(v1)},v1=${otherWrong}`),
    'nearly, at the start': header(({ t, v1 }) => `t=${t},v1=${wrong},v1=${firstChanged(v1)}`),
  }),
  judged('other-scheme', false, 'a matching value under another label', {
    older: header(({ t, v1 }) => `t=${t},v0=${v1}`),
    newer: header(({ t, v1 }) => `t=${t},v2=${v1}`),
    'beginning alike': header(({ t, v1 }) => `t=${t},v10=${v1}`),
    'ending alike': header(({ t, v1 }) => `t=${t},xv1=${v1}`),
    'named by the hash': header(({ t, v1 }) => `t=${t},sha256=${v1}`),
    'no label': header(({ t, v1 }) => `t=${t},${v1}`),
    'beside a wrong v1': header(({ t, v1 }) => `t=${t},v1=${wrong},v2=${v1}`),
  }),
];

/** Webhook verification (Events › Signature). */

/** How far `t` is from the clock, in seconds, at each case of a boundary. Beyond by far: ages, and milliseconds in the place of seconds. */
interface Boundary {
  readonly isAccepted: boolean;
  readonly what: string;
  readonly times: Readonly<Record<string, (nowS: number) => number>>;
}

const boundaries: Readonly<Record<string, Boundary>> = {
  // The clock may have gone on by a part of a second: 300 exactly is asked for from the safe side.
  'past-within': {
    isAccepted: true,
    what: 'a t in the past, within 300 seconds',
    times: { '300 s': (nowS) => nowS + 1 - 300, '200 s': (nowS) => nowS - 200, '20 s': (nowS) => nowS - 20 },
  },
  'past-beyond': {
    isAccepted: false,
    what: 'a t more than 300 seconds in the past',
    times: {
      '301 s': (nowS) => nowS - 301,
      'an hour': (nowS) => nowS - 3_600,
      'a year': (nowS) => nowS - 31_536_000,
      'the epoch': () => 0,
      'one second after the epoch': () => 1,
    },
  },
  'future-within': {
    isAccepted: true,
    what: 'a t in the future, within 300 seconds',
    times: { '300 s': (nowS) => nowS + 300, '200 s': (nowS) => nowS + 200, '20 s': (nowS) => nowS + 20 },
  },
  'future-beyond': {
    isAccepted: false,
    what: 'a t more than 300 seconds in the future',
    times: {
      '301 s': (nowS) => nowS + 301,
      'an hour': (nowS) => nowS + 3_600,
      'a year': (nowS) => nowS + 31_536_000,
      milliseconds: (nowS) => nowS * 1000,
    },
  },
};

/** So far from now no turn of a second matters. */
const farOffS = 1_000;

/** Whichever of several secrets signed it. */
async function expectRefusedOfEachSecret(world: ClientWorld, what: string, timeAt: (nowS: number) => number) {
  for (const secrets of [
    ['whsec_newest', signingSecret],
    [signingSecret, 'whsec_previous'],
  ]) {
    const { isAccepted, said } = await verify(world, { t: (nowS) => String(timeAt(nowS)), secrets });
    expectThat(world, !isAccepted, {
      expected: `${what}, signed with one of two secrets, to be refused`,
      observed: said,
    });
  }
}

/** At these moments whole seconds and fractions agree, as long as the second does not turn. */
const tolerance = Object.entries(boundaries).map(([name, { isAccepted: wanted, what, times }]) =>
  clientRows(`client.webhook.${name}`, times, async (world, timeAt) => {
    await controlGenuine(world);
    await controlForged(world);
    for (let count = 0; count < 5; count += 1) {
      await world.untilFraction(0.05, 0.4);
      const sentS = world.nowS();
      const { isAccepted, said } = await verify(world, { t: (nowS) => String(timeAt(nowS)) });
      if (Math.floor(world.nowS()) !== Math.floor(sentS) && isAccepted !== wanted) continue;
      expectThat(world, isAccepted === wanted, {
        expected: `${what} to be ${wanted ? 'accepted' : 'refused'}`,
        observed: said,
      });
      if (!wanted && Math.abs(timeAt(sentS) - sentS) > farOffS) await expectRefusedOfEachSecret(world, what, timeAt);
      return;
    }
    throw new NotExercised('no verification ended within the second in which it began');
  }),
);

/** The tolerance of signatures (Events › Signature, 2). */

export default [...refused, ...tolerance];
