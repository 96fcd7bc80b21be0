import { createHash } from 'node:crypto';
import type { Delivery, WebhookEvent } from '@gateproof/harness';
import { type Forgeries, type Forgery, type ForgeryWorld, hmac, json, newest } from './forgery.ts';

const v1Of =
  (value: (t: string) => string): NonNullable<Delivery['signature']> =>
  ({ t }) =>
    `t=${t},v1=${value(t)}`;
const otherDigit = (digit: string | undefined) => (digit === '0' ? '1' : '0');
const withOtherDigit = (v1: string, place: number) =>
  `${v1.slice(0, place)}${otherDigit(v1[place])}${v1.slice(place + 1)}`;

/** So many bodies are tried, of which one in 256 is signed with a first byte of zero. */
const mostBodies = 1_500;
/** A delivery whose v1 differs in its last digit from a right value that begins with a byte of zero. */
function withZeroInFront(event: WebhookEvent, world: ForgeryWorld): Omit<Delivery, 'event'> {
  const timestamp = Math.floor(world.nowS());
  const text = json(event);
  for (let turn = 0; turn < mostBodies; turn += 1) {
    const body = text.replace(/\}(\s*)$/, `,"turn":${turn}}$1`);
    const v1 = hmac('sha256', newest(world), `${timestamp}.${body}`);
    if (v1.startsWith('00') || turn === mostBodies - 1)
      return { body, timestamp, signature: ({ t }) => `t=${t},v1=${withOtherDigit(v1, v1.length - 1)}` };
  }
  throw new Error('no body was tried');
}

/** Deliveries whose signature covers something else, or is spelled in another way. */
export const forgedSignatures: Forgeries = {
  'body-only': {
    what: 'a delivery whose signature covers the body without t',
    forgeries: [(event, world) => ({ signature: v1Of(() => hmac('sha256', newest(world), json(event))) })],
  },
  'without-dot': {
    what: 'a delivery whose signature covers t and body without the dot',
    forgeries: ['', ':', ' ', '\n'].map(
      (between): Forgery =>
        (event, world) => ({ signature: v1Of((t) => hmac('sha256', newest(world), `${t}${between}${json(event)}`)) }),
    ),
  },
  'other-digest': {
    what: 'a delivery signed with HMAC-SHA1 or HMAC-SHA512',
    forgeries: ['sha1', 'sha512'].flatMap((digest): Forgery[] =>
      // No entry of the header chooses the digest.
      ['', `alg=${digest},`, `alg=HMAC-${digest.toUpperCase()},`, `algorithm=hmac-${digest},`].map(
        (entry) => (event, world) => ({
          signature: ({ t }) => `t=${t},${entry}v1=${hmac(digest, newest(world), `${t}.${json(event)}`)}`,
        }),
      ),
    ),
  },
  'plain-digest': {
    what: 'a delivery signed with a plain SHA-256 digest',
    forgeries: [
      (event) => ({
        signature: v1Of((t) =>
          createHash('sha256')
            .update(`${t}.${json(event)}`)
            .digest('hex'),
        ),
      }),
      (event) => ({ signature: v1Of(() => createHash('sha256').update(json(event)).digest('hex')) }),
    ],
  },
  'empty-v1': {
    what: 'a delivery with an empty v1',
    forgeries: [
      () => ({ signature: v1Of(() => '') }),
      () => ({ signature: ({ t }) => `t=${t},alg=none,v1=` }),
      () => ({ signature: ({ t }) => `alg=none,t=${t},v1=` }),
    ],
  },
  'prefix-v1': {
    what: 'a delivery whose v1 is the first part of the right value',
    forgeries: [1, 8, 32, 63].map(
      (length): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1.slice(0, length)}` }),
    ),
  },
  'extended-v1': {
    what: 'a delivery whose v1 is the right value with more digits before or after it',
    forgeries: ['00', 'ab'.repeat(32)]
      .map(
        (more): Forgery =>
          () => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1}${more}` }),
      )
      .concat(
        ['0', '00', 'ab'.repeat(32)].map(
          (more): Forgery =>
            () => ({ signature: ({ t, v1 }) => `t=${t},v1=${more}${v1}` }),
        ),
      ),
  },
  // Not half a byte: who decodes hexadecimal before comparing does not see it, and no forger gains by it.
  'odd-digit-v1': {
    what: 'a delivery whose v1 is the right value with half a byte behind it',
    forgeries: [() => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1}0` })],
  },
  'one-digit': {
    what: 'a delivery whose v1 differs from the right value by one digit',
    forgeries: [0, 31, 63].map(
      (place): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},v1=${withOtherDigit(v1, place)}` }),
    ),
    // Who compares bytes as texts that end at a zero compares nothing of these.
    alone: [(event, world) => withZeroInFront(event, world)],
  },
  'uppercase-v1': {
    what: 'a delivery whose v1 is in upper-case hexadecimal',
    forgeries: [() => ({ signature: ({ t, v1 }) => `t=${t},v1=${v1.toUpperCase()}` })],
  },
  'base64-v1': {
    what: 'a delivery whose v1 is in base64',
    forgeries: (['base64', 'base64url'] as const).map(
      (spelling): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},v1=${Buffer.from(v1, 'hex').toString(spelling)}` }),
    ),
  },
  'other-scheme': {
    what: 'a delivery whose right value stands under another label than v1',
    forgeries: ['v0=', 'v2=', 'v10=', 'xv1=', 'sha256=', ''].map(
      (label): Forgery =>
        () => ({ signature: ({ t, v1 }) => `t=${t},${label}${v1}` }),
    ),
  },
  'no-v1': {
    what: 'a delivery whose signature header has no v1',
    forgeries: [() => ({ signature: ({ t }) => `t=${t}` })],
  },
  'no-timestamp': {
    what: 'a delivery whose signature header has no t',
    forgeries: [
      () => ({ signature: ({ v1 }) => `v1=${v1}` }),
      (event, world) => ({ signature: () => `v1=${hmac('sha256', newest(world), `.${json(event)}`)}` }),
      (event, world) => ({ signature: () => `v1=${hmac('sha256', newest(world), `undefined.${json(event)}`)}` }),
    ],
  },
  'timestamp-not-number': {
    what: 'a delivery whose t is no number',
    forgeries: [
      ...['now', 'NaN', '', '-', 'Infinity'].map((t) => () => t),
      (now: string) => `${now}abc`,
      (now: string) => new Date(Number(now) * 1000).toISOString(),
    ].map(
      (spell): Forgery =>
        (event, world) => ({
          signature: ({ t }) => `t=${spell(t)},v1=${hmac('sha256', newest(world), `${spell(t)}.${json(event)}`)}`,
        }),
    ),
  },
  'malformed-header': {
    what: 'a delivery whose signature header can not be read',
    forgeries: ['=', ',,,', 't', 'garbage', 't=1=2,v1', '{"t":1}', `t=${'9'.repeat(400)},v1=zz`].map(
      (header): Forgery =>
        () => ({ signature: () => header }),
    ),
  },
};
