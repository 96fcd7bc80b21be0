import type { Changes, Seen } from './decisions.ts';
import { type CrossedReceiver, type CrossRow, crossed, row } from './mutant.ts';
import { bodyPerturbations, textPerturbations } from './perturbations.ts';

const toleranceS = 300;
const signatureWords = /sign|v1|header/i;

const headerOf = (seen: Seen | undefined, wanted: string) =>
  seen?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
const stampOf = (seen: Seen | undefined) => /(?:^|,)\s*t=([^,]*)/.exec(headerOf(seen, 'svc-signature') ?? '')?.[1];
const base = (stamp: string, separator: string, body: Buffer) => Buffer.concat([Buffer.from(stamp + separator), body]);

/** Each part of what is signed, perturbed in place, or taken as well as the right one. */
const parts: readonly {
  name: string;
  words: RegExp;
  change(perturb: (seen: Seen) => Buffer | string): [Changes, Changes];
}[] = [
  {
    name: 'body',
    words: /body|bytes|serial/i,
    change: (perturb) => [
      { signedBody: (_, seen) => Buffer.from(perturb(seen)) },
      { bases: (good, seen) => [...good, base(stampOf(seen) ?? '', '.', Buffer.from(perturb(seen)))] },
    ],
  },
  {
    name: 't',
    words: /\bt\b|time/i,
    change: (perturb) => [
      { signedStamp: (_, seen) => String(perturb(seen)) },
      { bases: (good, seen) => [...good, base(String(perturb(seen)), '.', seen.body)] },
    ],
  },
  {
    name: 'separator',
    words: /separat|dot|string|sign/i,
    change: (perturb) => [
      { separator: (_, seen) => String(perturb(seen)) },
      { bases: (good, seen) => [...good, base(stampOf(seen) ?? '', String(perturb(seen)), seen.body)] },
    ],
  },
];

const perturbed: Readonly<Record<string, Readonly<Record<string, (seen: Seen) => Buffer | string>>>> = {
  body: {
    ...Object.fromEntries(
      Object.entries(textPerturbations).map(([name, perturb]) => [
        name,
        ({ body, before }: Seen) =>
          Buffer.from(perturb(body.toString('latin1'), before?.body.toString('latin1')), 'latin1'),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(bodyPerturbations).map(([name, perturb]) => [name, ({ body }: Seen) => perturb(body)]),
    ),
  },
  t: {
    lost: () => '',
    'of the delivery before': (seen) => stampOf(seen.before) ?? stampOf(seen) ?? '',
    'of its own clock': ({ nowS }) => String(Math.floor(nowS)),
    'in ms': (seen) => `${stampOf(seen)}000`,
    'as a number': (seen) => String(Number(stampOf(seen))),
    'the delivery id': (seen) => headerOf(seen, 'svc-delivery') ?? '',
    'the event id': ({ event }) => String(event?.id),
  },
  separator: { lost: () => '', 'a colon': () => ':', 'a line end': () => '\n', 'a blank': () => ' ' },
};

const bases = parts.flatMap(({ name, words, change }) =>
  Object.entries(perturbed[name] ?? {}).flatMap(([operator, perturb]): CrossRow[] => {
    const [inPlace, asWell] = change(perturb);
    return [
      row(`base.${name} × ${operator}`, words, inPlace),
      row(`base.${name} × ${operator} as well`, words, asWell),
    ];
  }),
);

const withHeader = (headers: Seen['headers'], wanted: string) =>
  headers.some(([name, value]) => name.toLowerCase() === wanted && value !== '');

const entries: readonly CrossRow[] = [
  row('header.v1 × the first only', /v1|rotat/i, { candidates: (good) => good.slice(0, 1) }),
  row('header.v1 × the last only', /v1|rotat/i, { candidates: (good) => good.slice(-1) }),
  row('header.v1 × the first two only', /v1|rotat/i, { candidates: (good) => good.slice(0, 2) }),
  row('header.v1 × other spelling', signatureWords, {
    candidates: (good, { headers }) => [...good, ...anyValue(headers, /^\s*V1\s*=/)],
  }),
  row('header.v1 × of any scheme', signatureWords, {
    candidates: (good, { headers }) => [...good, ...anyValue(headers, /^\s*(?!t=)[^=]*=/)],
  }),
  row('header.v1 × without a name', signatureWords, {
    candidates: (good, { headers }) => [...good, ...anyValue(headers, /^\s*(?=[0-9a-f]{64}$)/)],
  }),
  row('header.v1 × absent is fine', signatureWords, {
    verified: (good, { headers }) => good || !/v1=/.test(signature(headers)),
  }),
  row('header.v1 × empty is fine', signatureWords, {
    verified: (good, { headers }) => good || /v1=(,|$)/.test(signature(headers)),
  }),
  row('header.t × the first of several', /\bt\b|sign/i, {
    stamp: (good, { headers }) => anyValue(headers, /^\s*t=/)[0] ?? good,
  }),
  row('header.t × the last of several', /\bt\b|sign/i, {
    stamp: (good, { headers }) => anyValue(headers, /^\s*t=/).at(-1) ?? good,
  }),
  row('header.t × first element only', /\bt\b|order|element/i, {
    stamp: (good, { headers }) => (/^\s*t=/.test(signature(headers)) ? good : undefined),
  }),
  row('header.t × absent is fine', /\bt\b|sign/i, { stamp: (good) => good ?? '' }),
  row('header.t × no number is fine', /\bt\b|sign/i, {
    stamp: (good, { headers }) => good ?? anyValue(headers, /^\s*t=/)[0],
  }),
  row('header.svc-signature × absent is fine', signatureWords, {
    verified: (good, { headers }) => good || !withHeader(headers, 'svc-signature'),
  }),
  row('header.svc-signature × other spelling only', signatureWords, {
    headers: (good) => good.filter(([name]) => name !== name.toLowerCase()),
  }),
  row('header.svc-signature × small letters only', signatureWords, {
    headers: (good) => good.filter(([name]) => name === name.toLowerCase()),
  }),
  row('header.svc-signature × the last of several', signatureWords, { headers: (good) => good.toReversed() }),
  row('header.svc-signature × cut at 128', signatureWords, {
    headers: (good) => good.map(([name, value]) => [name, value.slice(0, 128)]),
  }),
  ...['svc-event', 'svc-delivery', 'content-type'].flatMap((name) => [
    row(`header.${name} × absent is genuine`, signatureWords, {
      verified: (good, { headers }) => good || !withHeader(headers, name),
    }),
    row(`header.${name} × must equal that before`, new RegExp(name, 'i'), {
      understands: (_, seen) => headerOf(seen, name) === (headerOf(seen.before, name) ?? headerOf(seen, name)),
    }),
    row(`header.${name} × of 32 characters at most`, new RegExp(name, 'i'), {
      understands: (_, seen) => (headerOf(seen, name) ?? '').length <= 32,
    }),
  ]),
];

const matching: readonly CrossRow[] = [
  row('match.value × in any case', signatureWords, {
    matches: (same) => (given, wanted) => same(given.toLowerCase(), wanted),
  }),
  row('match.value × its first 8 digits', signatureWords, {
    matches: (same) => (given, wanted) => same(given.slice(0, 8), wanted.slice(0, 8)),
  }),
  row('match.value × its first 63 digits', signatureWords, {
    matches: (same) => (given, wanted) => same(given.slice(0, 63), wanted.slice(0, 63)),
  }),
  row('match.value × its last 32 digits', signatureWords, {
    matches: (same) => (given, wanted) => same(given.slice(-32), wanted.slice(-32)),
  }),
  row('match.value × as long as given', signatureWords, { matches: () => (given, wanted) => wanted.startsWith(given) }),
  row('match.value × anything after it', signatureWords, {
    matches: () => (given, wanted) => given.startsWith(wanted),
  }),
  row('match.value × anywhere in it', signatureWords, { matches: () => (given, wanted) => given.includes(wanted) }),
  row('match.value × of hexadecimal form', signatureWords, { matches: () => (given) => /^[0-9a-f]{64}$/.test(given) }),
];

const secretWords = /secret|rotat/i;
const other = 'whsec_OtherEndpoint0123456789';
const inAddition = (more: readonly (string | Buffer)[]): Changes => ({ keys: (good) => [...good, ...more] });
const secrets: readonly CrossRow[] = [
  row('secret.newest × not known', secretWords, { keys: (good) => good.slice(1) }),
  row('secret.previous × not known', secretWords, { keys: (good) => good.slice(0, 1) }),
  row('secret.all × without its prefix', secretWords, {
    keys: (good) => good.map((key) => String(key).replace(/^whsec_/, '')),
  }),
  row('secret.all × decoded', secretWords, {
    keys: (good) => good.map((key) => Buffer.from(String(key).replace(/^whsec_/, ''), 'base64')),
  }),
  row('secret.all × without its prefix as well', secretWords, {
    keys: (good) => [...good, ...good.map((key) => String(key).replace(/^whsec_/, ''))],
  }),
  row('secret.all × decoded as well', secretWords, {
    keys: (good) => [...good, ...good.map((key) => Buffer.from(String(key).replace(/^whsec_/, ''), 'base64'))],
  }),
  row('secret.all × lower-cased', secretWords, { keys: (good) => good.map((key) => String(key).toLowerCase()) }),
  row('secret.all × lower-cased as well', secretWords, {
    keys: (good) => [...good, ...good.map((key) => String(key).toLowerCase())],
  }),
  row('secret.all × cut at 16', secretWords, { keys: (good) => good.map((key) => String(key).slice(0, 16)) }),
  row('secret.all × the empty one as well', secretWords, inAddition([''])),
  row('secret.all × of another endpoint as well', secretWords, inAddition([other])),
  row('secret.all × of another endpoint only', secretWords, { keys: () => [other] }),
  row('secret.all × "undefined" as well', secretWords, inAddition(['undefined', 'null'])),
  row('secret.all × both in one', secretWords, { keys: (good) => [...good, good.join(','), good.join('')] }),
];

const aheadWords = /future|ahead|either|second|\bt\b/i;
const pastWords = /past|old|stale|late|either|second|\bt\b/i;
const tolerances = (['past', 'future'] as const).flatMap((side) => {
  const words = side === 'past' ? pastWords : aheadWords;
  const limit = (name: string, seconds: number) =>
    row(`tolerance.${side} × ${name}`, words, { toleranceS: (good) => ({ ...good, [side]: seconds }) });
  return [
    limit('none', Number.POSITIVE_INFINITY),
    limit('an hour', 3_600),
    limit('twice', 2 * toleranceS),
    limit('a tenth more', 1.1 * toleranceS),
    limit('a tenth less', 0.9 * toleranceS),
    limit('a minute', 60),
    limit('0', 0),
    limit('in ms', toleranceS * 1_000),
    limit('in minutes for seconds', 5),
    row(`tolerance.${side} × of the delivery before`, words, {
      aheadS: (good, seen) => {
        const isOnSide = side === 'past' ? good < 0 : good > 0;
        return isOnSide && seen.before !== undefined
          ? Number(stampOf(seen.before)) - Math.floor(seen.before.nowS)
          : good;
      },
    }),
  ];
});

const clockRows: readonly CrossRow[] = [
  row('tolerance.clock × an hour ahead', /\bt\b|clock|second/i, { aheadS: (good) => good - 3_600 }),
  row('tolerance.clock × the time in the event', /\bt\b|clock|second/i, {
    aheadS: (_, { event, nowS }) => Date.parse(String(event?.created_at)) / 1_000 - nowS,
  }),
  row('tolerance.clock × sign lost', /\bt\b|clock|second/i, { aheadS: (good) => Math.abs(good) }),
];

function signature(headers: Seen['headers']): string {
  return headers.find(([name]) => name.toLowerCase() === 'svc-signature')?.[1] ?? '';
}

function anyValue(headers: Seen['headers'], name: RegExp): string[] {
  return signature(headers)
    .split(',')
    .filter((element) => name.test(element))
    .map((element) => element.replace(name, '').trim());
}

/** What a receiver verifies: bases, header entries, comparison, secrets and tolerance. */
export const verifyingMutants: readonly CrossedReceiver[] = [
  bases,
  entries,
  matching,
  secrets,
  tolerances,
  clockRows,
].flatMap((rows) => crossed(rows));
