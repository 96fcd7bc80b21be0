import { clock } from '../clock.ts';
import type { FaultProfile, OwnAnswer, Reception, Visit } from './fault-profile.ts';

const serve: Reception = { kind: 'serve' };
const json = [['Content-Type', 'application/json']] as const;
const events = [['Content-Type', 'text/event-stream']] as const;

const isChat = ({ method, path }: Visit) => method === 'POST' && path.startsWith('/v1/chat/');
const isStream = (visit: Visit) => isChat(visit) && /"stream":\s*true/.test(visit.body.toString());
const isModelList = ({ method, path }: Visit) => method === 'GET' && path === '/v1/models';

const exitAndReturn: Reception = { kind: 'restart', awayMs: 300, losesState: true };

const own = (answer: OwnAnswer): Reception => ({ kind: 'answer', answer });

const unavailable: OwnAnswer = {
  status: 503,
  headers: [...json, ['Retry-After', '2']],
  body: JSON.stringify({
    error: {
      code: 'endpoint_unavailable',
      message: 'Not available.',
      kind: 'unavailable',
      scope: 'request',
      type: 'unavailable_error',
      param: null,
      retry_after_ms: 2000,
    },
  }),
};

function* megabytes(count: number): Iterable<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, 'a');
  for (let number = 0; number < count; number += 1) yield piece;
}

function* endlessHeaders(): Iterable<string> {
  yield 'HTTP/1.1 200 OK\r\n';
  for (let number = 0; number < 1_000_000; number += 1) yield `X-Header-${number}: ${'v'.repeat(200)}\r\n`;
}

const garbage = Buffer.from([
  0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xff, 0xfe, 0x00, 0x80, 0x0a, 0x0a, 0x7b, 0x22, 0x0d, 0xc3, 0x28,
]);

/** A break that is shown, or a target that is lost. */
const broken = [1] as const;
const lost = [4] as const;
/** Nothing could be judged, and the run says why. */
const undecided = [3] as const;

/** Targets that do not keep the contract, or not even HTTP. */
export const brokenFaultProfiles: readonly FaultProfile[] = [
  {
    id: 'exits',
    summary: 'exits in the middle of the run',
    exits: lost,
    says: /stopped answering/,
    keeps: 50,
    receive: ({ number }) => (number === 1500 ? { kind: 'exit' } : serve),
  },
  {
    id: 'exits-every-fifth',
    summary: 'exits on every fifth request, and is started again without its state',
    exits: broken,
    says: /goes away again and again, whatever it is asked/,
    receive: ({ number }) => (number % 5 === 0 ? exitAndReturn : serve),
  },
  {
    id: 'exits-on-cancel',
    summary: 'exits on every cancel, and is started again without its state',
    exits: broken,
    says: /goes away after POST \/v1\/jobs\/\{id\}\/cancel/,
    keeps: 400,
    receive: ({ path }) => (path.endsWith('/cancel') ? exitAndReturn : serve),
  },
  {
    id: 'unavailable-routes',
    summary: 'answers 503 to a tenth of the routes, always',
    exits: broken,
    says: /Every POST \/v1\/audio\/transcriptions is answered with 503/,
    keeps: 400,
    receive: ({ path }) => (path.startsWith('/v1/audio/') || path.startsWith('/v1/models/') ? own(unavailable) : serve),
  },
  {
    id: 'hangs',
    summary: 'answers nothing at all',
    exits: lost,
    says: /did not answer/,
    receive: () => ({ kind: 'hang' }),
  },
  {
    id: 'hangs-in-the-middle',
    summary: 'answers nothing more from the middle of the run on',
    exits: lost,
    says: /stopped answering/,
    keeps: 50,
    receive: ({ number }) => (number >= 1500 ? { kind: 'hang' } : serve),
  },
  {
    id: 'hangs-on-chat',
    summary: 'answers chat requests never',
    exits: undecided,
    says: /Every POST \/v1\/chat\/completions gets no whole answer in time/,
    keeps: 200,
    receive: (visit) => (isChat(visit) ? { kind: 'hang' } : serve),
  },
  {
    id: 'hangs-on-streams',
    summary: 'answers streams never',
    exits: broken,
    receive: (visit) => (isStream(visit) ? { kind: 'hang' } : serve),
  },
  {
    id: 'hangs-on-submissions',
    summary: 'answers image submissions never',
    exits: undecided,
    says: /Every POST \/v1\/images\/generations gets no whole answer in time/,
    keeps: 300,
    receive: ({ path }) => (path.startsWith('/v1/images/') ? { kind: 'hang' } : serve),
  },
  {
    id: 'loses-testbed',
    summary: 'has a testbed that can not be reached from the middle of the run on',
    exits: undecided,
    keeps: 50,
    testbedGoneAfter: 1500,
  },
  {
    id: 'remembers',
    summary: 'answers equal bodies from memory, whoever asks',
    exits: broken,
    keeps: 300,
    remember: ({ method, path, body }) => (method === 'POST' ? `${path} ${body.toString()}` : undefined),
  },
  {
    id: 'remembers-errors',
    summary: 'answers everything of one key with its last error for half a second',
    exits: broken,
    receive: ({ caller, dice }, memory) => {
      const until = (memory.get(caller) as number | undefined) ?? 0;
      if (clock.nowMs() < until) return own({ status: 500, headers: json, body: '{"error":"cooling down"}' });
      if (dice.once(10)) memory.set(caller, clock.nowMs() + 500);
      return serve;
    },
  },
  {
    id: 'huge-everything',
    summary: 'answers 100 MB to every request',
    exits: undecided,
    says: /every request is answered alike/,
    receive: () => own({ status: 200, headers: json, body: () => megabytes(100) }),
  },
  {
    id: 'huge-list',
    summary: 'answers 100 MB to the model list',
    exits: broken,
    receive: (visit) => (isModelList(visit) ? own({ status: 200, headers: json, body: () => megabytes(100) }) : serve),
  },
  {
    id: 'endless-headers',
    summary: 'never ends the headers of streams',
    exits: broken,
    receive: (visit) => (isStream(visit) ? { kind: 'raw', bytes: endlessHeaders() } : serve),
  },
  {
    id: 'garbage-streams',
    summary: 'answers streams with bytes that are neither UTF-8 nor events',
    exits: broken,
    receive: (visit) => (isStream(visit) ? own({ status: 200, headers: events, body: garbage }) : serve),
  },
  {
    id: 'endless-streams',
    summary: 'answers streams with events that never end',
    exits: broken,
    receive: (visit) =>
      isStream(visit)
        ? own({
            status: 200,
            headers: events,
            *body() {
              for (let number = 0; number < 1_000_000; number += 1) {
                yield Buffer.from(`data: {"choices":[{"index":0,"delta":{"content":"${'word '.repeat(50)}"}}]}\n\n`);
              }
            },
          })
        : serve,
  },
  {
    id: 'invalid-utf-8',
    summary: 'writes text in Latin-1',
    exits: broken,
    mangle: (body) => Buffer.from(body.toString().replaceAll('e', 'é'), 'latin1'),
  },
  {
    id: 'half-bodies',
    summary: 'announces twice the body that it sends, and closes',
    exits: undecided,
    says: /every request is answered alike/,
    receive: () => ({
      kind: 'raw',
      bytes: ['HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"choices":['],
    }),
  },
  {
    id: 'half-jobs',
    summary: 'announces twice the job that it sends, and leaves the connection open',
    exits: broken,
    receive: (visit) =>
      visit.method === 'GET' && visit.path.startsWith('/v1/jobs/')
        ? {
            kind: 'raw',
            bytes: ['HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"id":"job_'],
            thenHang: true,
          }
        : serve,
  },
  {
    id: 'no-http',
    summary: 'speaks another protocol',
    exits: lost,
    says: /does not speak HTTP/,
    receive: () => ({ kind: 'raw', bytes: ['220 mail.example.com ESMTP\r\n'] }),
  },
  {
    id: 'deep-json',
    summary: 'answers models with JSON that is nested 100,000 deep',
    exits: broken,
    receive: (visit) =>
      visit.path.startsWith('/v1/models')
        ? own({ status: 200, headers: json, body: `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}` })
        : serve,
  },
];
