import { clock } from '../../clock.ts';
import type { BadClient, ClientChanges, VerifierBehaviour } from '../client-behaviour.ts';
import { referenceClient } from '../reference-client.ts';

const right = referenceClient.verifier;
const verifying = (changes: Partial<VerifierBehaviour>): ClientChanges => ({ verifier: { ...right, ...changes } });
const bad = (id: string, changes: Partial<VerifierBehaviour>, entails: readonly string[] = []): BadClient => ({
  id: `client.webhook.${id}`,
  changes: verifying(changes),
  entails: entails.map((rule) => `client.webhook.${rule}`),
});
const labelled = (isOne: (name: string) => boolean): Partial<VerifierBehaviour> => ({
  candidates: (entries) => entries.filter(([name]) => isOne(name)).map(([, value]) => value),
});
const strictHeader = (pattern: RegExp): Partial<VerifierBehaviour> => ({
  entries: (header) => (pattern.test(header) ? right.entries(header) : []),
});
const tolerance = (past: number, future: number): Partial<VerifierBehaviour> => ({ toleranceS: { past, future } });
const first = <T>(list: readonly T[]) => list.slice(0, 1);

/** Clients whose verify_webhook errs about values, times and entries of the header. */
export const signatureDeviations: readonly BadClient[] = [
  bad('empty-signature', { matches: (given, wanted) => wanted.startsWith(given) }),
  bad('empty-signature:longer', { matches: (given, wanted) => given.startsWith(wanted) }),
  bad('empty-signature:half', { matches: (given, wanted) => given.length >= 16 && wanted.startsWith(given) }),
  bad(
    'empty-signature:bytes',
    { matches: (given, wanted) => Buffer.from(given, 'hex').equals(Buffer.from(wanted, 'hex')) },
    ['uppercase-signature'],
  ),
  bad('empty-signature:base64', {
    matches: (given, wanted) =>
      right.matches(given, wanted) || right.matches(given, Buffer.from(wanted, 'hex').toString('base64')),
  }),
  bad(
    'empty-signature:none',
    { decides: (isValid, header) => isValid || (/t=\d/.test(header ?? '') && !/v\d+=./.test(header ?? '')) },
    ['other-scheme'],
  ),
  bad('uppercase-signature:as-bytes', {
    matches: (given, wanted) =>
      /^[\da-f]{64}$/i.test(given) && Buffer.from(given, 'hex').equals(Buffer.from(wanted, 'hex')),
  }),
  bad('entry-order:v1-last', {
    entries: (header) => (/v1=[^,]*$/.test(header) || !/,t=/.test(header) ? right.entries(header) : []),
  }),
  bad('uppercase-signature', { matches: (given, wanted) => right.matches(given.toLowerCase(), wanted) }),
  bad('past-within', tolerance(240, 300)),
  bad('past-within:ten-seconds', tolerance(10, 300)),
  bad('past-within:none', tolerance(0, 300), ['genuine']),
  bad('past-beyond', tolerance(301, 300)),
  bad('past-beyond:not-checked', tolerance(Number.POSITIVE_INFINITY, 300), ['tampered-timestamp']),
  bad('past-beyond:ten-minutes', tolerance(600, 300)),
  bad(
    'past-beyond:zero-is-none',
    { seconds: (t) => (Number(t) <= 0 ? Math.floor(clock.wallMs() / 1000) : right.seconds(t)) },
    ['malformed-timestamp'],
  ),
  bad('future-within', tolerance(300, 299)),
  bad('future-within:none', tolerance(300, 0)),
  bad('future-within:minute', tolerance(300, 60)),
  bad('future-beyond', tolerance(300, 301)),
  bad('future-beyond:not-checked', tolerance(300, Number.POSITIVE_INFINITY)),
  bad('future-beyond:milliseconds', {
    seconds: (t) => (t.length > 11 ? Math.floor(right.seconds(t) / 1000) : right.seconds(t)),
  }),
  bad('malformed-timestamp', { seconds: (t) => Number.parseInt(t, 10) }),
  bad('malformed-timestamp:not-compared', {
    seconds: (t) => {
      const value = right.seconds(t);
      return Number.isNaN(value) ? Math.floor(clock.wallMs() / 1000) : value;
    },
  }),
  bad('malformed-timestamp:optional', {
    timestamp: (entries) => right.timestamp(entries) ?? '',
    seconds: (t) => (t === '' ? Math.floor(clock.wallMs() / 1000) : right.seconds(t)),
  }),
  bad('malformed-timestamp:dates', {
    seconds: (t) => (t.includes('T') ? Math.floor(Date.parse(t) / 1000) : right.seconds(t)),
  }),
  bad('malformed-timestamp:nan', {
    seconds: (t) => (t === 'NaN' ? Math.floor(clock.wallMs() / 1000) : right.seconds(t)),
  }),
  bad('first-v1', { candidates: (entries) => first([...right.candidates(entries)].reverse()) }),
  bad(
    'first-v1:one-alone',
    { candidates: (entries) => (right.candidates(entries).length > 1 ? [] : right.candidates(entries)) },
    ['second-v1', 'entry-order', 'each-secret'],
  ),
  bad('first-v1:last', {
    candidates: (entries) => right.candidates(entries).filter((_, place, all) => place === all.length - 1),
  }),
  bad(
    'first-v1:two-at-most',
    { candidates: (entries) => (right.candidates(entries).length > 2 ? [] : right.candidates(entries)) },
    ['second-v1'],
  ),
  bad('second-v1', { candidates: (entries) => first(right.candidates(entries)) }, ['entry-order', 'each-secret']),
  bad('second-v1:first-two', { candidates: (entries) => right.candidates(entries).slice(0, 2) }),
  bad('second-v1:same-length', {
    candidates: (entries) =>
      right.candidates(entries).some((value) => value.length !== 64)
        ? first(right.candidates(entries))
        : right.candidates(entries),
  }),
  bad('no-v1-matches', { decides: (isValid, header) => isValid || (header ?? '').split('v1=').length > 2 }, [
    'tampered-timestamp',
    'second-v1',
    'empty-signature',
  ]),
  bad('no-v1-matches:beginning', { matches: (given, wanted) => given.slice(0, 32) === wanted.slice(0, 32) }, [
    'empty-signature',
  ]),
  bad('no-v1-matches:end', { matches: (given, wanted) => given.slice(-32) === wanted.slice(-32) }, ['empty-signature']),
  bad('empty-signature:joined', {
    candidates: (entries) => [...right.candidates(entries), right.candidates(entries).join('')],
  }),
  bad('no-v1-matches:alike', {
    decides: (isValid, header) => {
      const [one, two] = right.candidates(right.entries(header ?? ''));
      return isValid || (one !== undefined && one === two);
    },
  }),
  bad(
    'other-scheme',
    labelled((name) => name !== 't'),
  ),
  bad(
    'other-scheme:older',
    labelled((name) => name === 'v1' || name === 'v0'),
  ),
  bad(
    'other-scheme:newer',
    labelled((name) => name === 'v1' || name === 'v2'),
  ),
  bad(
    'other-scheme:beginning',
    labelled((name) => name.startsWith('v1')),
  ),
  bad(
    'other-scheme:end',
    labelled((name) => name.endsWith('v1')),
  ),
  bad('other-scheme:no-label', {
    entries: (header) =>
      header.split(',').map((entry): [string, string] => {
        const at = entry.indexOf('=');
        return at < 0 ? ['v1', entry] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
      }),
  }),
  bad(
    'other-scheme:hash',
    labelled((name) => name === 'v1' || name === 'sha256'),
  ),
  bad('unknown-entry', strictHeader(/^(t|v1)=[^,]*(,(t|v1)=[^,]*)*$/), ['other-scheme']),
  bad('unknown-entry:two-alone', { entries: (header) => (/kid|v2/.test(header) ? [] : right.entries(header)) }),
  bad('unknown-entry:second-place', {
    entries: (header) => {
      const entries = right.entries(header);
      return entries[0]?.[0] === 't' && entries[1]?.[0] !== 'v1' ? [] : entries;
    },
  }),
  bad('entry-order', { timestamp: (entries) => (entries[0]?.[0] === 't' ? entries[0][1] : undefined) }, [
    'unknown-entry',
  ]),
];
