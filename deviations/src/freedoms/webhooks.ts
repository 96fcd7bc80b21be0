import { hourMs } from '@gateproof/spec';
import { type Change, decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { all, edit, type JsonObject, replace, rewrite, set } from '../edits/fields.ts';
import { escapeCharacters, inAscii, later } from '../edits/texts.ts';
import { waitForAnswer } from '../operators/acknowledge.ts';
import { acceptUrls, refuseUrls, withhold } from '../operators/endpoints.ts';
import { inBodies, inEvents, inHeader, inHeaders, inMessages, makeEventIds, renew } from '../operators/events.ts';
import { after, between, giveUp, tryUpTo } from '../operators/retry.ts';
import { lapse, signWith } from '../operators/secrets.ts';
import { hmac, sign, writeSignature } from '../operators/signing.ts';
import { wait } from '../operators/wait.ts';
import { counting, firstTimes, isObject, laterTimes } from '../requests/seen.ts';
import { deliveries, fromAttempt } from '../scopes/deliveries.ts';
import { recordsOf } from '../scopes/delivery-log.ts';

const more = {
  accept: '*/*',
  'user-agent': 'gateway-webhooks/2.1 (+https://gateway.example.com)',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const reordered = rewrite('their fields in another order', ({ id, type, created_at, ...rest }: JsonObject) => {
  return { ...rest, created_at, type, id };
});
const spaced = inBodies('with spaces', (_json, event) => JSON.stringify(event, null, 2));
const extra = rewrite('more fields', (event) => ({ ...event, api_version: '2026-11-01', attempt: null }));
const structures = { object: 'event', links: { self: '/x' }, previous: [] };
const nested = rewrite('more structures', (event) => ({ ...structures, ...event }));
const estimated = all(set('data.usage.cost.billing_usd', 0), set('data.usage.cost.cost_status', 'estimated'));
const offset = edit('created_at', 'with an offset', (at) => later(at, 2 * hourMs).replace('Z', '123456+02:00'));
const whole = edit('created_at', 'in whole seconds', (at) => later(at, 0).replace(/\.\d+Z$/, 'Z'));
const lowerCase = rewrite('names in lower case', (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
);

/** The fields of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  const fields = isObject(value) ? Object.entries(value).map(([name, inner]) => [name, reversed(inner)]) : undefined;
  return fields === undefined ? value : Object.fromEntries(fields.reverse());
}

const asUuid = edit('*-Delivery', 'as a UUID', (id) => {
  const digits = Buffer.from(String(id).slice(-16)).toString('hex');
  return `whd_${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5')}`;
});

/** How deliveries may be written otherwise. */
export const deliveryVariations = freedomRows({
  'F077 webhook.data.renewed': renew('data'),
  'F077 webhook.body.spaced': together(inEvents(reordered), spaced),
  'F077 webhook.body.ascii': inBodies('in ASCII', inAscii),
  'F077 delivery.body.newline': inBodies('with a line end', (json) => `${json}\n`),
  'F077 delivery.body.reversed': inBodies('in reverse order', (_json, event) => JSON.stringify(reversed(event))),
  'F077 delivery.body.html': inBodies('with escaped angle brackets and slashes', (json) => {
    return escapeCharacters(json, /</g).replaceAll('>', '\\u003E').replaceAll('/', '\\/');
  }),
  'F077 delivery.usage.settles': inEvents(estimated),
  'F026 webhook.body.extra': inEvents(extra),
  'F026 delivery.body.nested': inEvents(nested),
  'F111 webhook.created-at.per-attempt': renew('createdAt'),
  'F111 delivery.created-at.offset': inEvents(offset),
  'F111 delivery.created-at.whole': inEvents(whole),
  'F095 webhook.headers.charset': together(
    inHeaders(replace('content-type', 'application/json; charset=utf-8')),
    inHeader('user-agent', 'as gateway/1', () => 'gateway/1'),
  ),
  'F095 delivery.headers.type-upper-case': inHeaders(replace('content-type', 'Application/JSON;charset=UTF-8')),
  'F138 webhook.headers.lower-case': inHeaders(lowerCase),
  'F138 delivery.headers.more': inMessages('with more headers', ({ headers }, { number, record }) => ({
    headers: { ...more, 'idempotency-key': record.eventId, ...headers, 'x-attempt': String(number) },
  })),
  'F089 webhook.delivery-id.per-event': renew('deliveryId', false),
  'F089 delivery.id.of-event': inHeader('*-Delivery', 'of the event', ({ record }) => `whd_${record.eventId.slice(4)}`),
  'F089 delivery.id.uuid': inHeaders(asUuid),
  'F089 delivery.id.counted': remembering((countOf = counting()) =>
    inHeader('*-Delivery', 'counted', ({ endpoint }) => `whd_${countOf(endpoint)}`),
  ),
  'F090 webhook.event-id.per-endpoint': decide('webhooks', 'makes each endpoint an event id', { sharesEventId: false }),
  'F090 delivery.event-id.of-job': makeEventIds('of job ids', ({ data }) => data.id),
});

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
const inBase64 = (secret: string) => `whsec_${Buffer.from(`${secret}\u00ff\u00fe\u00fb`).toString('base64')}+/=`;

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

const afterGone = deliveries('to endpoints that are gone', ({ finished, endpoint }) => {
  const records = recordsOf(finished.account).filter(({ endpointId }) => endpointId === endpoint.id);
  return records.some(({ attempts }) => attempts.some(({ status }) => status === 410));
});
const afterGivingUp = deliveries('to endpoints at which one was given up', ({ finished, endpoint }) => {
  return recordsOf(finished.account).some(
    ({ endpointId, state }) => endpointId === endpoint.id && state === 'given-up',
  );
});

/** When and how often events may be tried otherwise. */
export const scheduleVariations = freedomRows({
  'F020 webhook.schedule.twelve-hours': wait(1.2, 6, 24, 60, 120, 210, 312),
  'F020 webhook.schedule.a-day': wait(6, 30, 60, 144, 240, 390, 564),
  'F020 webhook.schedule.nine-hours': wait(6, 18, 36, 60, 96, 144, 192),
  'F020 webhook.schedule.thirty-hours': wait(30, 60, 120, 180, 300, 450, 600),
  'F020 webhook.schedule.capped': wait(6, 30, 60, 180, 300, 300, 300),
  'F020 webhook.schedule.jitter': overrule(
    'webhooks.gapMs',
    'adds jitter that keeps growth',
    (gap, made, of, answer) => gap(made, 0.5, answer) * (1 + 0.1 * (of - 0.5)),
  ),
  'F020 delivery.schedule.slow-growth': wait(140, 146, 152, 158, 164, 170, 176),
  'F020 delivery.schedule.linear': wait(45, 90, 135, 180, 225, 270, 315),
  'F020 delivery.schedule.doubling': wait(10, 20, 40, 80, 160, 320, 640),
  'F020 delivery.schedule.sudden': wait(1, 2, 4, 8, 16, 32, 1_200),
  'F020 delivery.schedule.seconds': wait(0.1, 0.5, 5, 60, 180, 360, 600),
  'F094 delivery.schedule.from-start': overrule(
    'webhooks.gapMs',
    'counts gaps from starts of attempts',
    (gap, ...of) => gap(...of) - (of[2] === undefined ? 10_000 : 0),
  ),
  'F091 webhook.attempts.seven': tryUpTo(7),
  'F091 webhook.attempts.gone': giveUp(after(410)),
  'F091 delivery.attempts.three': tryUpTo(3),
  'F091 delivery.attempts.client-errors': giveUp(between(400, 500), fromAttempt(2)),
  'F091 delivery.attempts.gone-disables': together(giveUp(after(410)), withhold(afterGone)),
  'F091 delivery.attempts.given-up-disables': withhold(afterGivingUp),
  'F099 delivery.order': decide('webhooks', 'delivers events one after the other', { inOrder: true }),
  'F099 delivery.first.after-a-second': decide('webhooks', 'sends events within a second', { firstWaitMs: () => 800 }),
  'F099 delivery.first.late': decide('webhooks', 'sends six events late', { firstWaitMs: firstTimes(6, 7_000) }),
  'F099 delivery.first.late-at-last': decide('webhooks', 'sends twenty events nine seconds late after eighty', {
    firstWaitMs: laterTimes(80, 20, 9_000),
  }),
  'F093 webhook.answer.nine-and-a-half': waitForAnswer(9.6),
  'F093 webhook.answer.ten-and-a-half': waitForAnswer(10.4),
  'F093 webhook.answer.real-time': decide('webhooks', 'waits ten seconds of real time', { answerLimitIsReal: true }),
  'F088 webhook.removed.goes-on': decide('webhooks', 'goes on at removed endpoints', { goesOnAfterRemoval: true }),
});

const address = /^https:\/\/(\[|\d+(\.\d+)*[:/]|\d+\.\d+\.\d+\.\d+[:/])/;
const notGlobal = /^https:\/\/(0\.(?!0\.0\.0)|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|2[2-5]\d\.|\[ff)/i;
/** Good but for its name, which is one of this machine. */
const localName = /^https:\/\/([^/@]*\.)?localhost\.?(:443)?\//i;

/** Reads URLs otherwise before they are judged. */
const reading = (words: string, read: (url: string) => string) =>
  overrule('webhooks.urlProblem', `judges URLs ${words}`, (urlProblem, url, ...of) => urlProblem(read(url), ...of));

/** Which URLs may be registered otherwise. */
export const registrationVariations = freedomRows({
  'F149 webhook.registration.allow-list': refuseUrls('hosts that are on no list', (url) => {
    return !new URL(url).hostname.endsWith('.example.test');
  }),
  'F102 delivery.registration.no-addresses': refuseUrls('addresses', address),
  'F102 delivery.registration.users': reading('without users and passwords', (url) => url.replace(/\/\/[^/@]*@/, '//')),
  'F102 delivery.registration.embedded': acceptUrls('IPv6 addresses of translators', /\[(64:ff9b|2002):/i),
  'F102 delivery.registration.names-late': together(
    acceptUrls('names of this machine', localName),
    decide('webhooks', 'looks where names lead at deliveries', {
      deliveryProblem: (url) => (localName.test(url) ? 'the name leads to no public address' : undefined),
    }),
  ),
  'F102 delivery.registration.leading-zeros': reading('with leading zeros as decimal ones', (url) =>
    url.replace(/(?<=\/\/|\.)0+(?=\d+[./])/g, ''),
  ),
  'F102 delivery.registration.not-global': acceptUrls('shared, multicast and reserved addresses', notGlobal),
  'F102 delivery.registration.dot': refuseUrls('names with a final dot', /^https:\/\/[^/]*\.[:/]/),
});
