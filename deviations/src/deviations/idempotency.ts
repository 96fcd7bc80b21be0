import { type IdempotencyBehaviour, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

const isChat = (scope: string) => scope.includes('"chat"');

/** Keys that are read in another way. */
function reading(keyOf: (key: string) => string | undefined): Partial<IdempotencyBehaviour> {
  return { keyOf: (header) => (header === undefined || header === '' ? undefined : keyOf(header)) };
}

/** Bodies that are compared by a part of themselves. */
function comparing(part: (body: Readonly<Record<string, unknown>>) => unknown): Partial<IdempotencyBehaviour> {
  return { fingerprint: (body) => JSON.stringify(part(body as Readonly<Record<string, unknown>>)) };
}

/** Ways to get idempotency keys wrong. */
export const idempotencyDeviations: readonly Deviation[] = [
  breaking('idempotency.chat.one-generation', 'ignores keys', patch('idempotency', { keyOf: () => undefined })),
  breaking(
    'idempotency.chat.simultaneous',
    'runs requests that come at the same time',
    patch('idempotency', { whenRunning: 'run' }),
  ),
  breaking(
    'idempotency.chat.after-finish',
    'runs again once the first has finished',
    patch('idempotency', { whenFinished: 'run' }),
  ),
  breaking(
    'idempotency.chat.after-finish:429',
    'refuses as rate limited',
    patch('idempotency', { whenFinished: 'conflict', refusal: 'rate_limited' }),
  ),
  breaking(
    'idempotency.body.different-chat',
    'answers another body with the first result',
    patch('idempotency', { otherBody: 'replay' }),
  ),
  breaking(
    'idempotency.body.different-image',
    'runs another body under the key',
    patch('idempotency', { otherBody: 'run' }),
  ),
  breaking(
    'idempotency.body.different-chat:400',
    'refuses another body as invalid',
    patch('idempotency', { refusal: 'invalid_request' }),
  ),
  breaking(
    'idempotency.body.nested-difference',
    'compares the top level only',
    patch(
      'idempotency',
      comparing((body) =>
        Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? typeof value : value]),
      ),
    ),
  ),
  breaking(
    'idempotency.body.different-transcription',
    'compares the model only',
    patch(
      'idempotency',
      comparing(({ model, messages }) => [model, messages]),
    ),
  ),
  breaking(
    'idempotency.scope.account-chat',
    'shares keys between accounts',
    patch('idempotency', { scope: ({ route, key }) => JSON.stringify([route, key]) }),
  ),
  breaking(
    'idempotency.scope.account-media',
    'shares keys of submissions between accounts',
    patch('idempotency', ({ scope }) => ({
      scope: (use) => (use.route === 'chat' ? scope(use) : JSON.stringify([use.route, use.key])),
    })),
  ),
  breaking(
    'idempotency.key.whole:32',
    'cuts keys to 32 characters',
    patch(
      'idempotency',
      reading((key) => key.slice(0, 32)),
    ),
  ),
  breaking(
    'idempotency.key.whole:64',
    'cuts keys to 64 characters',
    patch(
      'idempotency',
      reading((key) => key.slice(0, 64)),
    ),
  ),
  breaking(
    'idempotency.key.letter-case',
    'takes keys in lower case',
    patch(
      'idempotency',
      reading((key) => key.toLowerCase()),
    ),
  ),
  breaking('idempotency.memory.day', 'forgets keys after a second', patch('idempotency', { lifetimeMs: 1_000 })),
  breaking(
    'idempotency.memory.running-job',
    'forgets keys of jobs after a minute',
    patch('idempotency', { lifetimeMs: 60_000 }),
  ),
  breaking(
    'idempotency.media.simultaneous',
    'makes a job for each of simultaneous submissions',
    patch('idempotency', ({ scope }) => {
      let place = 0;
      return {
        scope: (use) => {
          place += 1;
          return isChat(JSON.stringify(['chat', use.route])) && use.route === 'chat'
            ? scope(use)
            : `${scope(use)}${place % 2}`;
        },
      };
    }),
  ),
  breaking(
    'idempotency.media.without-key',
    'takes equal bodies as one',
    patch('idempotency', { keyOf: (header) => header ?? 'none' }),
  ),
  breaking(
    'idempotency.scope.image-and-transcription',
    'shares keys between media routes and compares no bodies',
    patch('idempotency', ({ scope }) => ({
      scope: (use) => scope({ ...use, route: use.route === 'chat' ? 'chat' : 'media' }),
      otherBody: 'replay' as const,
    })),
  ),
  breaking(
    'idempotency.memory.day:seconds',
    'forgets keys after ten seconds',
    patch('idempotency', { lifetimeMs: 10_000 }),
  ),
];
