import { hourMs } from '@gateproof/spec';
import { type Change, decide, freedomRows, overrule, together } from '../change.ts';
import { hmac, lapse, sign, signWith, writeSignature } from '../operators/signing.ts';

const v1Of = (v1: readonly string[]) => v1.map((value) => `v1=${value}`);
const addEntry = (entry: string) =>
  overrule('webhooks.signature', `adds ${entry} to signatures`, (signature, t, v1) => `${signature(t, v1)},${entry}`);
const addValues = (words: string, add: (v1: readonly string[]) => readonly string[]) =>
  overrule('webhooks.signature', `writes ${words}`, (signature, t, v1) => signature(t, v1.length === 1 ? add(v1) : v1));
const makeSecrets = (words: string, make: (fresh: string) => string): Change =>
  decide('webhooks', `makes secrets ${words}`, ({ rotate, firstSecret }) => ({
    firstSecret: (fresh, account) => firstSecret(make(fresh), account),
    rotate: (endpoint, fresh, account) => rotate(endpoint, make(fresh), account),
  }));
const inHexadecimal = (secret: string): string => Buffer.from(secret).toString('hex');

/** Base64 that holds every sign of its alphabet. */
const other = 'cd'.repeat(32);
const inBase64 = (secret: string): string =>
  `whsec_${Buffer.from(`${secret}\u00ff\u00fe\u00fb`).toString('base64')}+/=`;

/** How deliveries may be signed otherwise. */
export const signingVariations = freedomRows({
  'F096 signature.previous-first': signWith('the previous secret first', (own) => own.toReversed()),
  'F096 signature.extra-entries': addEntry('kid=k1'),
  'F096 signature.blanks': writeSignature('with blanks after commas', (t, v1) => [`t=${t}`, ...v1Of(v1)].join(', ')),
  'F096 signature.t-last': writeSignature('with t at the end', (t, v1) => [...v1Of(v1), `t=${t}`].join(',')),
  'F096 delivery.signature.older-scheme': addEntry(`v0=${'0f'.repeat(32)}`),
  'F096 delivery.signature.padded-entry': addEntry('kid=YQ=='),
  'F096 delivery.signature.between': writeSignature('with t between the values', (t, [first, ...rest]) =>
    [`v1=${first}`, `t=${t}`, ...v1Of(rest)].join(','),
  ),
  'F147 delivery.signature.twice': addValues('the value twice outside rotations', (v1) => [...v1, ...v1]),
  'F147 delivery.signature.further-value': addValues('another value outside rotations', (v1) => [...v1, other]),
  'F097 rotation.three': decide('webhooks', 'signs with every secret that is not retired', {
    rotate: ({ secrets }, fresh) => [fresh, ...secrets],
    signingSecrets: ({ endpoint }) => endpoint.secrets,
  }),
  'F097 delivery.rotation.retires-by-time': lapse('a day', 24 * hourMs),
  'F097 delivery.rotation.retires-in-two-hours': lapse('two hours', 2 * hourMs),
  'F148 delivery.rotation.retires-in-ten-minutes': lapse('ten minutes', hourMs / 6),
  'F098 delivery.secret.base64': makeSecrets('in base64', inBase64),
  'F098 delivery.secret.long': makeSecrets('of more than a block of the hash', (fresh) => fresh.repeat(9)),
  'F098 delivery.secret.hexadecimal': makeSecrets('in hexadecimal', inHexadecimal),
  'F098 delivery.signing-key.base64': signDecoded('base64'),
  'F098 delivery.signing-key.hexadecimal': signDecoded('hexadecimal'),
  'F150 delivery.secret.short': makeSecrets('of ten characters', (fresh) => fresh.slice(-10)),
});

/** Shows secrets in this form, and signs with the bytes that they stand for. */
function signDecoded(form: 'base64' | 'hexadecimal'): Change {
  const encoding = form === 'base64' ? 'base64' : 'hex';
  const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), encoding);
  const encoded = makeSecrets(`in ${form}`, (fresh) => `whsec_${Buffer.from(fresh).toString(encoding)}`);
  const signing = sign('with the bytes that they stand for', (secret, t, body) => hmac(keyOf(secret), `${t}.${body}`));
  return together(encoded, signing, decide('webhooks', 'says so in its testbed', { signingKey: form }));
}
