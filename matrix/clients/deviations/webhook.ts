import type { BadClient, ClientChanges, VerifierBehaviour } from '../client-behaviour.ts';
import { referenceClient } from '../reference-client.ts';

const right = referenceClient.verifier;
const verifying = (changes: Partial<VerifierBehaviour>): ClientChanges => ({ verifier: { ...right, ...changes } });
const bad = (id: string, changes: Partial<VerifierBehaviour>, entails: readonly string[] = []): BadClient => ({
  id: `client.webhook.${id}`,
  changes: verifying(changes),
  entails: entails.map((rule) => `client.webhook.${rule}`),
});
const reserialised = (body: Buffer) => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body;
  }
};
const alsoSigned = (other: (t: string, body: Buffer) => Buffer | string): Partial<VerifierBehaviour> => ({
  signed: (t, body) => [...right.signed(t, body), other(t, body)],
});
const alsoSecrets = (other: (secret: string) => string): Partial<VerifierBehaviour> => ({
  secrets: (secrets) => [...secrets, ...secrets.map(other)],
});
/** Clients whose verify_webhook errs about bodies, secrets and what is signed. */
export const webhookDeviations: readonly BadClient[] = [
  bad('genuine', { matches: () => false }, ['']),
  bad('genuine:short-bodies', { body: (body) => body.subarray(0, 65_536) }, ['tampered-body']),
  bad('genuine:successes', { body: (body) => (body.includes('"job.succeeded"') ? body : Buffer.alloc(0)) }, [
    'tampered-body',
  ]),
  bad('genuine:t-without-dot', { signed: (t, body) => [Buffer.concat([Buffer.from(t), body])] }, ['']),
  bad('exact-bytes', { body: reserialised }, ['tampered-body']),
  bad('exact-bytes:trimmed', { body: (body) => Buffer.from(body.toString().trim()) }, ['tampered-body']),
  bad('exact-bytes:latin', { body: (body) => Buffer.from(body.toString('latin1')) }, ['tampered-body']),
  bad(
    'exact-bytes:sorted',
    {
      body: (body) => {
        try {
          const event = JSON.parse(body.toString()) as object;
          return Buffer.from(
            JSON.stringify(Object.fromEntries(Object.entries(event).sort(([one]) => (one === 'id' ? -1 : 0)))),
          );
        } catch {
          return body;
        }
      },
    },
    ['tampered-body'],
  ),
  bad('exact-bytes:newlines', { body: (body) => Buffer.from(body.toString().replaceAll('\r\n', '\n')) }, []),
  bad('tampered-body', {
    signed: (t, body) => [
      ...right.signed(t, body),
      ...right.signed(t, Buffer.from(body.toString().replace('evt_2', 'evt_1'))),
    ],
  }),
  bad(
    'tampered-body:trimmed',
    alsoSigned((t, body) => `${t}.${body.toString().trim()}`),
  ),
  bad(
    'tampered-body:trimmed-end',
    alsoSigned((t, body) => `${t}.${body.toString().trimEnd()}`),
  ),
  bad(
    'tampered-body:rewritten',
    alsoSigned((t, body) => Buffer.concat([Buffer.from(`${t}.`), reserialised(body)])),
  ),
  bad(
    'tampered-body:normalised',
    alsoSigned((t, body) => `${t}.${body.toString().normalize('NFC')}`),
  ),
  bad('body-as-text', { body: (body) => Buffer.from(body.toString()) }),
  bad('body-as-text:byte-order-mark', {
    body: (body) => (body.toString('latin1').startsWith('\u00ef\u00bb\u00bf') ? body.subarray(3) : body),
  }),
  bad(
    'body-as-text:ascii',
    alsoSigned((t, body) => `${t}.${body.toString('latin1').replace(/[^ -~]/g, '\ufffd')}`),
  ),
  bad(
    'tampered-timestamp',
    alsoSigned((t, body) => `${Number(t) + 1}.${body}`),
  ),
  bad(
    'tampered-timestamp:earlier',
    alsoSigned((t, body) => `${Number(t) - 1}.${body}`),
  ),
  bad('tampered-timestamp:minutes', {
    signed: (t, body) => [-200, 0, 200].map((by) => Buffer.concat([Buffer.from(`${Number(t) + by}.`), body])),
  }),
  bad('tampered-timestamp:last-t', lastT()),
  bad(
    'tampered-timestamp:not-signed',
    alsoSigned((_t, body) => Buffer.concat([Buffer.from('.'), body])),
    ['malformed-timestamp'],
  ),
  bad(
    'other-computation:body-alone',
    alsoSigned((_t, body) => body),
  ),
  bad(
    'other-computation:without-dot',
    alsoSigned((t, body) => Buffer.concat([Buffer.from(t), body])),
  ),
  bad('other-computation:digests', {
    matches: (given, wanted) => right.matches(given, wanted) || given.length === 40 || given.length === 128,
  }),
  bad('wrong-secret', { matches: () => true }, ['']),
  bad(
    'wrong-secret:empty',
    alsoSecrets(() => ''),
  ),
  bad(
    'wrong-secret:without-prefix',
    alsoSecrets((secret) => secret.replace('whsec_', '')),
  ),
  bad(
    'wrong-secret:capitals',
    alsoSecrets((secret) => secret.toUpperCase()),
  ),
  bad(
    'wrong-secret:prefix',
    alsoSecrets(() => 'whsec_'),
  ),
  bad(
    'wrong-secret:newline',
    alsoSecrets((secret) => `${secret}\n`),
  ),
  bad('each-secret', { secrets: (secrets) => secrets.slice(0, 1) }),
  bad('each-secret:newest', { secrets: (secrets) => secrets.slice(-1) }),
  bad('each-secret:two', { secrets: (secrets) => secrets.slice(0, 2) }),
  bad('missing-signature', { decides: (isValid, header) => isValid || header === null }),
  bad('missing-signature:empty', { decides: (isValid, header) => isValid || header === '' }),
  bad('missing-signature:blank', { decides: (isValid, header) => isValid || /^[\s,]+$/.test(header ?? '') }),
];

/** Judges the age by the last t, and the signature by the first. */
function lastT(): Partial<VerifierBehaviour> {
  let signedT = '';
  return {
    entries: (header) => {
      const entries = right.entries(header);
      signedT = right.timestamp(entries) ?? '';
      return entries;
    },
    timestamp: (entries) => entries.findLast(([name]) => name === 't')?.[1],
    signed: (_t, body) => right.signed(signedT, body),
  };
}
