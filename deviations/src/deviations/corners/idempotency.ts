import { canonicalJson, type IdempotencyBehaviour, type KeyUse, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type Body = Readonly<Record<string, unknown>>;
type Idempotency = (behaviour: IdempotencyBehaviour) => Partial<IdempotencyBehaviour>;

/** Requests whose keys are not looked at. */
function unguarded(isUnguarded: (use: KeyUse) => boolean): Idempotency {
  return ({ scope }) => {
    let place = 0;
    return {
      scope(use) {
        if (!isUnguarded(use)) return scope(use);
        place += 1;
        return `unguarded ${place}`;
      },
    };
  };
}

/** Bodies that are compared by what `read` makes of them. */
const compared = (read: (body: Body) => unknown): Idempotency => {
  return () => ({ fingerprint: (body) => canonicalJson(read(body as Body)) });
};

/** Keys as `read` makes them of the header. */
const read = (change: (key: string) => string): Idempotency => {
  return ({ keyOf }) => ({
    keyOf(header) {
      const key = keyOf(header);
      return key === undefined ? undefined : change(key);
    },
  });
};

const isMedia = ({ route }: KeyUse) => route !== 'chat';

const rows: readonly (readonly [id: string, how: string, summary: string, change: Idempotency])[] = [
  ['chat.one-generation', 'tools', 'looks at no key of a request with tools', unguarded(({ body }) => 'tools' in body)],
  [
    'chat.one-generation',
    'list',
    'looks at no key of a chat with a list',
    unguarded((use) => !isMedia(use) && 'models' in use.body),
  ],
  [
    'chat.stream-one-generation',
    'streams',
    'looks at no key of a stream',
    unguarded(({ body }) => body.stream === true),
  ],
  ['media.one-run', 'retry', 'looks at no key of a retry', unguarded(({ body }) => 'retry_of' in body)],
  [
    'media.one-run',
    'list',
    'looks at no key of a job with a list',
    unguarded((use) => isMedia(use) && 'models' in use.body),
  ],
  [
    'media.one-run',
    'service',
    'looks at no key of a job with a service object',
    unguarded((use) => isMedia(use) && 'svc' in use.body),
  ],
  ['body.different-chat', 'length', 'compares bodies by their length', compared((body) => canonicalJson(body).length)],
  [
    'body.different-chat',
    'beginning',
    'compares the first 200 bytes',
    compared((body) => JSON.stringify(body).slice(0, 200)),
  ],
  [
    'body.different-chat',
    'case',
    'compares without regard to case',
    compared((body) => JSON.stringify(body).toLowerCase()),
  ],
  [
    'body.different-chat',
    'last-message',
    'compares the first message only',
    compared((body) => ({
      ...body,
      messages: Array.isArray(body.messages) ? body.messages.slice(0, 1) : body.messages,
    })),
  ],
  [
    'body.different-chat',
    'whole-numbers',
    'compares whole numbers',
    compared((body) =>
      JSON.parse(JSON.stringify(body, (_name, value) => (typeof value === 'number' ? Math.trunc(value) : value))),
    ),
  ],
  ...[
    'stream',
    'temperature',
    'max_tokens',
    'max_completion_tokens',
    'tools',
    'response_format',
    'models',
    'provider',
    'svc',
  ].map(
    (field) =>
      [
        'body.different-chat',
        `without-${field.replaceAll('_', '-')}`,
        `compares chats without ${field}`,
        compared((body) => ('messages' in body ? { ...body, [field]: 0 } : body)),
      ] as const,
  ),
  ...['models', 'retry_of', 'provider', 'svc', 'prompt'].map(
    (field) =>
      [
        'body.different-image',
        `without-${field.replaceAll('_', '-')}`,
        `compares images without ${field}`,
        compared((body) => ('prompt' in body ? { ...body, [field]: 0 } : body)),
      ] as const,
  ),
  ...['models', 'audio_url'].map(
    (field) =>
      [
        'body.different-transcription',
        `without-${field.replaceAll('_', '-')}`,
        `compares transcriptions without ${field}`,
        compared((body) => ('audio_url' in body ? { ...body, [field]: 0 } : body)),
      ] as const,
  ),
  [
    'body.different-chat',
    'in-progress',
    'runs another body while the first runs',
    () => ({ otherBodyWhenRunning: 'run' }),
  ],
  [
    'scope.account-chat',
    'equal',
    'shares keys of equal conversations between accounts',
    ({ scope }) => ({
      scope: (use) => (isMedia(use) ? scope(use) : JSON.stringify([use.key, canonicalJson(use.body)])),
    }),
  ],
  [
    'scope.account-media',
    'equal',
    'shares keys of equal submissions between accounts',
    ({ scope }) => ({
      scope: (use) => (isMedia(use) ? JSON.stringify([use.route, use.key, canonicalJson(use.body)]) : scope(use)),
    }),
  ],
  ['key.whole', '250', 'cuts keys to 250 characters', read((key) => key.slice(0, 250))],
  ['key.whole', 'letters', 'reads letters and digits of keys only', read((key) => key.replace(/[^a-zA-Z0-9]/g, ''))],
  [
    'key.whole',
    'decoded',
    'decodes keys as parts of a URL',
    read((key) => decodeURIComponent(key.replace(/%(?![0-9a-f]{2})/gi, '%25').replaceAll('+', ' '))),
  ],
  ['key.whole', 'last', 'knows keys by their last 64 characters', read((key) => key.slice(-64))],
  [
    'key.letter-case',
    'media',
    'reads keys of jobs in lower case',
    ({ scope }) => ({ scope: (use) => scope(isMedia(use) ? { ...use, key: use.key.toLowerCase() } : use) }),
  ],
];

/** Ways to get idempotency keys wrong in one corner only. */
export const idempotencyCorners: readonly Deviation[] = rows.map(([rest, how, summary, change]) =>
  breaking(`idempotency.${rest}:${how}`, summary, (behaviour) => patch('idempotency', change)(behaviour)),
);
