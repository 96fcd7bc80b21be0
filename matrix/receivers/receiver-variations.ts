import { hourMs } from '@gateproof/spec';
import { clock } from '../clock.ts';
import { everyNth } from './every-nth.ts';
import { type ReceiverBehaviour, referenceReceiver as right } from './receiver-behaviour.ts';

/** Answers every thirteenth time with 500, whatever became of the delivery. */
function troubledNowAndThen(): ReceiverBehaviour['answer'] {
  let count = 0;
  return (response, status) => {
    count += 1;
    response.writeHead(count % 13 === 0 ? 500 : status).end();
  };
}

/** Answers with no status of refusal, but closes the connection. */
const closingOn =
  (refused: number): ReceiverBehaviour['answer'] =>
  (response, status) =>
    status === refused ? void response.destroy() : void response.writeHead(status).end();

/** Turns away what comes beyond so many in a second. */
function perSecond(most: number): ReceiverBehaviour['turnsAway'] {
  let times: readonly number[] = [];
  return () => {
    const now = clock.wallMs();
    times = times.filter((at) => now - at < 1_000);
    if (times.length >= most) return true;
    times = [...times, now];
    return false;
  };
}

/** Turns everything away for so long after it was started, and after each restart. */
function warmingUp(lastsMs: number): Partial<ReceiverBehaviour> {
  let untilMs = 0;
  const begin = () => {
    untilMs = clock.wallMs() + lastsMs;
    return true;
  };
  return {
    secrets(all) {
      begin();
      return all;
    },
    survivesRestart: begin,
    turnsAway: () => clock.wallMs() < untilMs,
  };
}

/** Has one effect after the other, so long after each other. */
function inTurn(eachMs: number): Partial<ReceiverBehaviour> {
  let dueMs = 0;
  return {
    lagMs() {
      const nowMs = clock.wallMs();
      dueMs = Math.max(nowMs, dueMs) + eachMs;
      return dueMs - nowMs;
    },
  };
}

const ageMs = (createdAt: unknown) => clock.wallMs() - Date.parse(String(createdAt));
const jobOf = ({ data }: Readonly<Record<string, unknown>>) => (data ?? {}) as Readonly<Record<string, unknown>>;

/** Receivers that differ inside what the contract leaves open. */
export const receiverVariations: readonly {
  readonly id: string;
  readonly changes: Partial<ReceiverBehaviour>;
  /** Rules that must not even warn. */
  readonly unwarned?: readonly string[];
}[] = [
  { id: 'acknowledges with 204', changes: { acknowledged: 204, repeated: 204 } },
  { id: 'acknowledges with 202, repeats with 200', changes: { acknowledged: 202 } },
  { id: 'refuses with 401', changes: { refused: 401 } },
  { id: 'refuses with 403', changes: { refused: 403 } },
  { id: 'refuses with 500', changes: { refused: 500 }, unwarned: ['receiver.forged.refusal-status'] },
  { id: 'refuses with a redirect', changes: { refused: 303 } },
  { id: 'answers after two seconds', changes: { answerAfterMs: 2_000 } },
  { id: 'knows one secret', changes: { secrets: right.secrets } },
  {
    id: 'accepts upper-case hexadecimal',
    changes: { matches: (given, wanted) => right.matches(given.toLowerCase(), wanted) },
  },
  {
    id: 'compares decoded bytes',
    changes: { matches: (given, wanted) => Buffer.from(given, 'hex').equals(Buffer.from(wanted, 'hex')) },
  },
  {
    id: 'F093: ends its answers long after their headers',
    changes: {
      answer(response, status) {
        response.writeHead(status);
        if (status !== 204) response.write('received');
        clock.after(12_000, () => response.end('.'));
      },
    },
  },
  {
    id: 'F154: takes forty deliveries a second',
    changes: { turnsAway: perSecond(40), turnedAway: 429, retryAfterS: 1 },
  },
  {
    id: 'refuses blanks in the header',
    changes: { entries: (header) => (header.includes(' ') ? [] : right.entries(header)) },
  },
  {
    id: 'takes the header form of the contract alone',
    changes: {
      entries: (header) => (/^t=\d+(,v1=[0-9a-f]{64})+$/.test(header) ? right.entries(header) : []),
    },
  },
  {
    id: 'F096: refuses a t at the end where the body has several lines',
    changes: { rejects: ({ signature = '', body }) => /,t=\d+$/.test(signature) && /.\n./.test(body.toString()) },
  },
  { id: 'F154: has one effect after the other, each after 60 ms', changes: inTurn(60) },
  { id: 'F154: takes nothing for two seconds after a start', changes: warmingUp(2_000) },
  { id: 'takes two deliveries in eight later, with 503', changes: { turnsAway: everyNth(4) } },
  {
    id: 'takes one delivery in ten later, with 503',
    changes: { turnsAway: everyNth(10) },
    unwarned: ['receiver.genuine.seldom-refused'],
  },
  { id: 'refuses unknown types', changes: { understands: ({ type }) => type !== 'job.archived' } },
  { id: 'reads a hundred kB', changes: { rejects: ({ body }) => body.length > 100_000 } },
  { id: 'refuses with 404', changes: { refused: 404 } },
  { id: 'refuses with 422', changes: { refused: 422 } },
  { id: 'refuses with 429', changes: { refused: 429 } },
  { id: 'refuses with 503', changes: { refused: 503 } },
  { id: 'refuses what is unsigned before it reads', changes: { refusesEarly: true, refused: 401 } },
  {
    id: 'F159: refuses every Content-Encoding',
    changes: { rejects: ({ values }) => values('content-encoding').length > 0, refused: 415 },
  },
  {
    id: 'F159: refuses two signature headers',
    changes: { rejects: ({ values }) => values('svc-signature').length > 1 },
  },
  {
    id: 'F159: believes each of two signature headers by itself',
    changes: { entries: (header) => right.entries(header.split(/, (?=t=)/).at(-1) ?? '') },
  },
  {
    id: 'F095: refuses other types than JSON',
    changes: { rejects: ({ contentType = '' }) => !/^application\/json\b/.test(contentType), refused: 415 },
  },
  { id: 'F101: lets an event that comes again wait', changes: { delayMs: (_, isRepeat) => (isRepeat ? 1_500 : 0) } },
  { id: 'verifies a delivery two seconds after it came', changes: { verifiesAfterMs: 2_000 } },
  { id: 'F154: answers 503 for three seconds after a restart', changes: { warmUpMs: 3_000 } },
  { id: 'has an observer that is away for five seconds after a restart', changes: { observerAwayMs: 5_000 } },
  { id: 'answers after five seconds', changes: { answerAfterMs: 5_000 } },
  { id: 'answers after seven seconds', changes: { answerAfterMs: 7_000 } },
  { id: 'has its effects after its answers', changes: { effectAfterMs: 400 } },
  { id: 'has its effects six seconds after its answers', changes: { effectAfterMs: 6_000 } },
  {
    id: 'F101: does something about succeeded jobs alone',
    changes: { effectCount: ({ type }) => (type === 'job.succeeded' ? 1 : 0) },
  },
  {
    id: 'F101: does nothing about events that are older than any retry',
    changes: { effectCount: ({ created_at }) => (ageMs(created_at) > 23 * hourMs ? 0 : 1) },
  },
  { id: 'goes by the job and its state', changes: { identity: (event) => `${jobOf(event).id} ${event.type}` } },
  {
    id: 'counts an effect for each output',
    changes: { effectCount: (event) => Math.max(1, ((jobOf(event).output ?? []) as readonly unknown[]).length) },
  },
  { id: 'F100: closes the connection on what it refuses', changes: { answer: closingOn(right.refused) } },
  { id: 'answers one delivery in thirteen with 500', changes: { answer: troubledNowAndThen() } },
  { id: 'takes one delivery in fifteen later, with 429', changes: { turnsAway: everyNth(15), turnedAway: 429 } },
  { id: 'takes one delivery in six later, with 500', changes: { turnsAway: everyNth(6), turnedAway: 500 } },
  { id: 'has a clock five seconds ahead', changes: { clockAheadS: 5 } },
  { id: 'has a clock five seconds behind', changes: { clockAheadS: -5 } },
  {
    id: 'closes each connection',
    changes: { answer: (response, status) => void response.writeHead(status, { connection: 'close' }).end() },
  },
  {
    id: 'speaks HTTP/1.0',
    changes: { answer: ({ socket }, status) => void socket?.end(`HTTP/1.0 ${status} Said\r\n\r\nplain words`) },
  },
  {
    id: 'answers in pieces',
    changes: {
      answer(response, status) {
        response.writeHead(status, { 'content-type': 'application/json', trailer: 'x-sum' });
        if (status !== 204) response.write('{"received"');
        clock.after(150, () => response.end(':true}'));
      },
    },
  },
  {
    id: 'answers at length',
    changes: { answer: (response, status) => void response.writeHead(status).end('words '.repeat(200_000)) },
  },
  {
    id: 'gives early hints',
    changes: {
      answer(response, status) {
        response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }, () => undefined);
        response.writeHead(status).end();
      },
    },
  },
];
