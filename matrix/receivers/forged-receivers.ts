import { createHash, createHmac } from 'node:crypto';
import { clock } from '../clock.ts';
import { type ReceiverBehaviour, referenceReceiver as right, type SeenDelivery } from './receiver-behaviour.ts';
import { type BadReceiver, reserialised, textOf } from './receiver-deviations.ts';

const alsoDigest = (digest: (secret: string, signed: Buffer | string) => string): Partial<ReceiverBehaviour> => ({
  digest: (secret, signed) => [...right.digest(secret, signed), digest(secret, signed)],
});

const alsoSigned = (
  other: (t: string, body: Buffer) => Buffer | string,
  secretOf: (secret: string) => string = (s) => s,
): Partial<ReceiverBehaviour> => ({
  digest(secret, signed) {
    const text = Buffer.from(signed);
    const dot = text.indexOf('.');
    const [t, body] = [text.subarray(0, dot).toString(), text.subarray(dot + 1)];
    return [...right.digest(secret, signed), ...right.digest(secretOf(secret), other(t, body))];
  },
});

const accepting = (
  id: string,
  isVerified: (delivery: SeenDelivery) => boolean,
  entails: readonly string[] = [],
): BadReceiver => ({
  id: `receiver.forged.${id}`,
  changes: { isVerified: (verified, delivery) => verified || isVerified(delivery) },
  entails,
});

/** Believes a signature header that it has once found right, whatever comes under it. */
function remembering(): Partial<ReceiverBehaviour> {
  const found = new Set<string>();
  return {
    isVerified(verified, { signature = '' }) {
      if (verified) found.add(signature);
      return found.has(signature);
    },
  };
}

/** Receivers that believe what was forged. */
export const forgedReceivers: readonly BadReceiver[] = [
  accepting('unsigned', ({ signature }) => signature === undefined || signature === '', [
    'receiver.forged.without-effect',
  ]),
  accepting(
    'unsigned:with-a-key',
    ({ signature, headerNames }) =>
      signature === undefined && headerNames.some((name) => /^(authorization|x-api-key)$/i.test(name)),
  ),
  { id: 'receiver.forged.wrong-secret', changes: { matches: () => true }, entails: ['receiver.'] },
  { id: 'receiver.forged.empty-secret', changes: { secrets: (secrets) => [...secrets, ''] } },
  // A lenient reader that repairs what it takes for a slip before it verifies.
  {
    id: 'receiver.forged.body-changed',
    changes: alsoSigned((t, body) => `${t}.${body.toString('latin1').replace('"jop"', '"job"')}`),
  },
  {
    id: 'receiver.forged.body-rewritten',
    changes: alsoSigned((t, body) => reserialised(t, body)),
    entails: ['receiver.forged.body-extended'],
  },
  {
    id: 'receiver.forged.body-extended',
    changes: alsoSigned((t, body) => `${t}.${textOf(body).trimEnd()}`),
    entails: ['receiver.forged.body-rewritten'],
  },
  { id: 'receiver.forged.timestamp-changed', changes: alsoSigned((t, body) => `${Number(t) + 1}.${textOf(body)}`) },
  { id: 'receiver.forged.body-only', changes: alsoSigned((_t, body) => body) },
  { id: 'receiver.forged.without-dot', changes: alsoSigned((t, body) => t + textOf(body)) },
  {
    id: 'receiver.forged.other-digest',
    changes: alsoDigest((secret, signed) => createHmac('sha1', secret).update(signed).digest('hex')),
  },
  {
    id: 'receiver.forged.plain-digest',
    changes: alsoDigest((_secret, signed) => createHash('sha256').update(signed).digest('hex')),
  },
  {
    id: 'receiver.forged.empty-v1',
    changes: { matches: (given, wanted) => given === '' || right.matches(given, wanted) },
    entails: [],
  },
  {
    id: 'receiver.forged.prefix-v1',
    changes: { matches: (given, wanted) => given !== '' && wanted.startsWith(given) },
  },
  {
    id: 'receiver.forged.extended-v1',
    changes: { matches: (given, wanted) => given.startsWith(wanted) },
    entails: ['receiver.forged.odd-digit-v1'],
  },
  {
    id: 'receiver.forged.odd-digit-v1',
    changes: { matches: (given, wanted) => right.matches(given.length === 65 ? given.slice(0, 64) : given, wanted) },
  },
  {
    id: 'receiver.forged.one-digit',
    changes: {
      matches: (given, wanted) => given.length === wanted.length && given.slice(0, 60) === wanted.slice(0, 60),
    },
  },
  {
    id: 'receiver.forged.uppercase-v1',
    changes: { matches: (given, wanted) => right.matches(given.toLowerCase(), wanted) },
  },
  {
    id: 'receiver.forged.other-scheme',
    changes: { candidates: (entries) => entries.filter(([name]) => name !== 't').map(([, value]) => value) },
  },
  accepting('no-v1', ({ signature }) => /^t=\d+$/.test(signature ?? '')),
  {
    id: 'receiver.forged.no-timestamp',
    changes: {
      timestamp: (entries) =>
        right.timestamp(entries) ??
        (entries.some(([name]) => name === 't') ? undefined : Math.floor(clock.wallMs() / 1000)),
      isVerified: (verified, { signature }) =>
        verified || ((signature ?? '').startsWith('v1=') && !(signature ?? '').includes('t=')),
    },
  },
  {
    id: 'receiver.forged.timestamp-not-number',
    changes: {
      timestamp: (entries) =>
        right.timestamp(entries) ?? (entries.some(([name]) => name === 't') ? Number.NaN : undefined),
    },
  },
  accepting('malformed-header', ({ signature }) => signature === 'garbage'),
  {
    id: 'receiver.forged.spliced',
    changes: remembering(),
    entails: ['receiver.forged.body-changed', 'receiver.forged.body-extended'],
  },
  {
    id: 'receiver.forged.without-effect',
    changes: { handlesRefused: () => true },
    entails: ['receiver.forged.genuine-after', 'receiver.event.'],
  },
  {
    id: 'receiver.forged.genuine-after',
    changes: { notesRefused: true, repeated: 409 },
    entails: ['receiver.duplicate.acknowledged', 'receiver.duplicate.'],
  },
  {
    id: 'receiver.forged.genuine-after:silent',
    changes: { notesRefused: true },
    entails: ['receiver.duplicate.'],
  },
  { id: 'receiver.forged.refusal-status', changes: { refused: 307 } },
];
