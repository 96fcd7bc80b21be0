import { clock } from '../clock.ts';
import type { FaultProfile, OwnAnswer, Reception, Visit } from './fault-profile.ts';
import { indented, spacedAscii } from './rewrite-json.ts';

const serve: Reception = { kind: 'serve' };

function tooMany(retryAfterMs: number | undefined): OwnAnswer {
  const wait = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
  const error = {
    code: 'rate_limited',
    message: 'Too many requests right now.',
    kind: 'rate_limit',
    scope: 'request',
    type: 'rate_limit_error',
    param: null,
    ...wait,
  };
  return {
    status: 429,
    headers: [
      ['Content-Type', 'application/json'],
      ...(retryAfterMs === undefined ? [] : [['Retry-After', String(Math.ceil(retryAfterMs / 1000))] as const]),
    ],
    body: JSON.stringify({ error }),
  };
}

/** Nothing that these do breaks a rule: a run may end green, or undecided where it says so. */
const allowed = [0, 3] as const;

function limitRate(perSecond: number): NonNullable<FaultProfile['receive']> {
  return ({ caller }, memory) => {
    const now = clock.nowMs();
    const recent = ((memory.get(caller) as number[] | undefined) ?? []).filter((at) => now - at < 1000);
    if (recent.length >= perSecond) {
      const waitMs = Math.ceil(1000 - (now - (recent[0] ?? now)));
      return { kind: 'answer', answer: tooMany(waitMs) };
    }
    memory.set(caller, [...recent, now]);
    return serve;
  };
}

function drop(sides: number): NonNullable<FaultProfile['receive']> {
  return ({ dice }) => {
    if (!dice.once(sides)) return serve;
    const when = (['before', 'after', 'within'] as const)[dice.between(0, 2)] ?? 'before';
    return { kind: 'drop', when };
  };
}

function restart(losesState: boolean): NonNullable<FaultProfile['receive']> {
  return ({ number }) => (number === 400 || number === 2400 ? { kind: 'restart', awayMs: 1000, losesState } : serve);
}

const shuffled = <T>(items: readonly T[], { dice }: Pick<Visit, 'dice'>) =>
  items
    .map((item) => ({ item, at: dice.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** Targets that keep the contract and are hard to deal with. */
export const legalFaultProfiles: readonly FaultProfile[] = [
  { id: 'plain', summary: 'answers as the simulator does', exits: [0] },
  {
    id: 'slow',
    summary: 'takes 30 to 300 ms longer for every answer, two seconds at times',
    exits: allowed,
    keeps: 600,
    delayMs: ({ dice }) => (dice.once(100) ? 2000 : dice.between(30, 300)),
  },
  {
    id: 'two-seconds',
    summary: 'takes two seconds for every answer',
    exits: allowed,
    keeps: 50,
    delayMs: () => 2000,
  },
  {
    id: 'limits-at-times',
    summary: 'answers one request in thirty with 429 and Retry-After',
    exits: allowed,
    keeps: 700,
    receive: ({ dice }) => (dice.once(30) ? { kind: 'answer', answer: tooMany(1000) } : serve),
  },
  {
    id: 'limits-without-wait',
    summary: 'answers one request in thirty with 429 and does not say how long to wait',
    exits: allowed,
    keeps: 700,
    receive: ({ dice }) => (dice.once(30) ? { kind: 'answer', answer: tooMany(undefined) } : serve),
  },
  {
    id: 'limits-each-key',
    summary: 'takes ten requests per second from each key',
    exits: allowed,
    keeps: 650,
    receive: limitRate(10),
  },
  {
    id: 'limits-every-ninth',
    summary: 'answers every ninth request of a key with 429 and a wait of 200 ms',
    exits: allowed,
    keeps: 700,
    receive: ({ caller }, memory) => {
      const count = ((memory.get(caller) as number | undefined) ?? 0) + 1;
      memory.set(caller, count);
      return count % 9 === 0 ? { kind: 'answer', answer: tooMany(200) } : serve;
    },
  },
  { id: 'drops', summary: 'loses one connection in fifty', exits: allowed, keeps: 700, receive: drop(50) },
  {
    id: 'restarts',
    summary: 'is away for a second twice in the run',
    exits: allowed,
    keeps: 700,
    receive: restart(false),
  },
  {
    id: 'restarts-anew',
    summary: 'is away for a second twice in the run, and has forgotten everything when it comes back',
    exits: allowed,
    keeps: 700,
    receive: restart(true),
  },
  {
    id: 'few-at-a-time',
    summary: 'serves four requests at a time and lets the others wait',
    exits: allowed,
    keeps: 650,
    most: 4,
  },
  { id: 'closes', summary: 'closes every connection after one answer', exits: [0], wire: { closes: true } },
  {
    id: 'pieces',
    summary: 'writes one to seven bytes at a time',
    exits: [0],
    wire: { pieceBytes: (dice) => dice.between(1, 7) },
  },
  {
    id: 'old',
    summary: 'speaks HTTP/1.0: no chunks, no length of streams, the end of the connection ends the body',
    exits: [0],
    wire: { version: '1.0', framing: 'until-close' },
  },
  {
    id: 'odd-headers',
    summary: 'writes header names in upper case and in any order, without a reason phrase, and more of them',
    exits: [0],
    wire: {
      headerName: (name) => name.toUpperCase(),
      order: (headers, dice) => shuffled(headers, { dice }),
      reason: '',
      extraHeaders: [
        ['Server', 'one'],
        ['Via', '1.1 edge'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Ratelimit-Remaining', ''],
      ],
    },
  },
  {
    id: 'odd-http',
    summary: 'sends interim answers, chunk extensions and trailers, header names in lower case',
    exits: [0],
    wire: {
      headerName: (name) => name.toLowerCase(),
      before: 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n',
      chunkExtension: ';name=value',
      trailers: 'X-Took: 12\r\n',
    },
  },
  { id: 'spaced-json', summary: 'writes JSON with blanks and in ASCII alone', exits: [0], rewriteJson: spacedAscii },
  {
    id: 'indented-json',
    summary: 'writes whole JSON bodies over many lines, slashes escaped',
    exits: [0],
    rewriteJson: (json) => (json.length > 0 ? indented(json).replaceAll('\n', ' ') : json),
  },
  {
    id: 'all-at-once',
    summary: 'is a little slow, loses connections, limits rates and writes everything otherwise',
    exits: allowed,
    keeps: 600,
    delayMs: ({ dice }) => dice.between(0, 30),
    receive: (visit, memory) =>
      visit.dice.once(100) ? { kind: 'answer', answer: tooMany(500) } : drop(100)(visit, memory),
    rewriteJson: spacedAscii,
    wire: { closes: true, headerName: (name) => name.toUpperCase(), pieceBytes: (dice) => dice.between(1, 40) },
  },
];
