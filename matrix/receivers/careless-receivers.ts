import { createHmac } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { clock } from '../clock.ts';
import { otherSecret } from './judge-receiver.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import type { BadReceiver } from './receiver-deviations.ts';

const believing = (isBelieved: (delivery: SeenDelivery) => boolean): Partial<ReceiverBehaviour> => ({
  isVerified: (verified, delivery) => verified || isBelieved(delivery),
});
const headerOf = ({ values }: SeenDelivery, name: string) => values(name).join();
const typeOf = ({ body }: SeenDelivery) => /"type":"([^"]*)"/.exec(body.toString())?.[1] ?? '';

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The whole check of a delivery whose body is something else. */
function isSigned(header: string, body: Buffer, secret: string, digest = 'sha256'): boolean {
  const t = /(?:^|,)t=(\d+)/.exec(header)?.[1] ?? '';
  const v1 = /(?:^|,)v1=([^,]*)/.exec(header)?.[1] ?? '';
  const isNow = Math.abs(Number(t) - clock.wallMs() / 1000) <= 300;
  return isNow && v1 === createHmac(digest, secret).update(`${t}.`).update(body).digest('hex');
}

const secret = 'whsec_Newest0123456789abcdef';

/** Believes what came before, by something that every forger sees. */
function knowing(nameOf: (delivery: SeenDelivery) => string): Partial<ReceiverBehaviour> {
  const known = new Set<string>();
  return {
    isVerified(verified, delivery) {
      if (verified) known.add(nameOf(delivery));
      return verified || known.has(nameOf(delivery));
    },
  };
}

/** Handles events that arrive together under the id of the last. */
function mixing(): Partial<ReceiverBehaviour> {
  let last = '';
  let until = 0;
  return {
    identity({ id }) {
      const isBusy = clock.wallMs() < until;
      until = clock.wallMs() + 5;
      if (!isBusy) last = String(id);
      return last;
    },
  };
}

/** Receivers that take something for a proof that is none, or lose what they must remember. */
export const carelessReceivers: readonly BadReceiver[] = [
  {
    id: 'receiver.forged.body-compressed',
    changes: { body: ({ values, body }) => decoders[values('content-encoding').join()]?.(body) ?? body },
  },
  {
    id: 'receiver.forged.base64-v1',
    changes: {
      matches: (given, wanted) =>
        right.matches(given, wanted) || Buffer.from(given, 'base64').equals(Buffer.from(wanted, 'hex')),
    },
  },
  { id: 'receiver.forged.other-endpoint', changes: { secrets: (secrets) => [...secrets, otherSecret] } },
  {
    id: 'receiver.forged.timestamp-changed:two-headers',
    changes: believing(({ values }) => {
      const all = values('svc-signature');
      const times = all.map((one) => Number(/t=(\d+)/.exec(one)?.[1]));
      return all.length > 1 && times.some((t) => Math.abs(t - clock.wallMs() / 1000) <= 300);
    }),
  },
  {
    id: 'receiver.forged.unsigned:forwarded',
    changes: believing((delivery) => /127/.test(headerOf(delivery, 'x-forwarded-for'))),
  },
  { id: 'receiver.forged.unsigned:ping', changes: believing((delivery) => typeOf(delivery) === 'ping') },
  {
    id: 'receiver.forged.wrong-secret:other-type',
    changes: believing(({ contentType = '' }) => !/json/.test(contentType)),
    entails: ['receiver.forged.unsigned'],
  },
  {
    id: 'receiver.forged.wrong-secret:known-delivery',
    changes: knowing(({ deliveryId }) => String(deliveryId)),
    entails: ['receiver.time.stale'],
  },
  {
    id: 'receiver.forged.other-digest:alg',
    changes: believing(({ signature = '', body }) =>
      isSigned(signature, body, secret, /alg=(sha1|sha512)/.exec(signature)?.[1]),
    ),
  },
  {
    id: 'receiver.forged.extended-v1:before',
    changes: { matches: (given, wanted) => given.endsWith(wanted) },
  },
  {
    id: 'receiver.time.stale:date',
    changes: {
      toleranceS: { past: Number.POSITIVE_INFINITY, future: Number.POSITIVE_INFINITY },
      isVerified(verified, { values, signature = '' }) {
        const dated = values('date')[0];
        const nowS = dated === undefined ? clock.wallMs() / 1000 : Date.parse(dated) / 1000;
        return verified && Math.abs(Number(/t=(\d+)/.exec(signature)?.[1]) - Math.floor(nowS)) <= 300;
      },
    },
    entails: ['receiver.time.far-future'],
  },
  {
    id: 'receiver.time.stale:zero',
    changes: believing(({ signature = '', body }) => {
      const v1 = createHmac('sha256', secret).update('0.').update(body).digest('hex');
      return signature === `t=0,v1=${v1}`;
    }),
  },
  {
    id: 'receiver.duplicate.other-connection',
    changes: { identity: ({ id }, { connection }) => `${id} ${connection % 2}` },
    entails: ['receiver.duplicate.'],
  },
  {
    id: 'receiver.duplicate.after-restart',
    changes: { survivesRestart: () => false },
    entails: ['receiver.duplicate.before-restart'],
  },
  // Beside other rules' deliveries it mixes up those as well, and each effect that is lost is waited for.
  {
    id: 'receiver.duplicate.simultaneous-events',
    changes: mixing(),
    only: 'receiver.duplicate.simultaneous-events',
  },
  {
    id: 'receiver.duplicate.acknowledged-together',
    changes: { underWay: 409, noteAfterMs: 60 },
    entails: ['receiver.duplicate.'],
  },
  {
    id: 'receiver.duplicate.later:the-newest-thousand',
    changes: { remembers: (since) => since < 1_000 },
    entails: ['receiver.duplicate.'],
  },
];
