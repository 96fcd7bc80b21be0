import type { RouteName } from '@gateproof/simulator/behaviour';
import { chunkFields, codes, type Field, fieldsOf, textFields } from './contract-fields.ts';
import type { MomentName } from './moments.ts';

/** The part of an exchange that a mutant changes. */
export type Part =
  | 'request'
  | 'request-headers'
  | 'answer'
  | 'answer-headers'
  | 'refusal'
  | 'event'
  | 'event-text'
  | 'command';

/** Messages of one kind, with the fields that they may have and the moments by which they differ. */
export interface Place {
  readonly id: string;
  readonly route: RouteName | 'delivery';
  readonly part: Part;
  readonly fields: readonly Field[];
  readonly moments: readonly MomentName[];
  /** What is done with a whole message; then there are no fields. */
  readonly commands?: readonly string[];
  /** The areas of rules that could speak of it. */
  readonly areas: readonly string[];
}

const states = ['succeeded', 'failed', 'canceled'] as const;
const common = ['always', 'second', 'one-in-three'] as const;
const keyed = [...common, 'replay', 'after-fallback'] as const;
const jobMoments = [...common, 'second-time', 'after-cancel', 'after-fallback', ...states] as const;
const everywhere = ['error', 'version'];
const status: readonly Field[] = [{ path: ['status'], kind: 'number' }];
const attempts: readonly Field[] = [
  { path: ['error', 'attempts', '*', 'status'], kind: 'number' },
  { path: ['error', 'attempts', '*', 'kind'], kind: 'word' },
];
const signatures: readonly Field[] = [
  { path: ['v1'], kind: 'list' },
  { path: ['v1', '*'], kind: 'text' },
];

const routes = [
  {
    route: 'chat',
    answer: 'ChatCompletion',
    request: 'ChatRequest',
    moments: [...keyed, 'after-cancel'],
    areas: ['chat', 'stream', 'fallback', 'idempotency', 'limit', 'auth'],
  },
  {
    route: 'image',
    answer: 'Job',
    request: 'SubmissionRequest',
    moments: keyed,
    areas: ['media', 'job', 'idempotency', 'fallback', 'limit', 'auth'],
  },
  {
    route: 'transcription',
    answer: 'Job',
    request: 'SubmissionRequest',
    moments: keyed,
    areas: ['media', 'job', 'idempotency', 'fallback', 'limit', 'auth'],
  },
  { route: 'job-get', answer: 'Job', moments: jobMoments, areas: ['job', 'media', 'webhook', 'fallback', 'auth'] },
  {
    route: 'job-cancel',
    answer: 'Job',
    moments: [...jobMoments, 'queued', 'processing'],
    areas: ['job', 'media', 'auth'],
  },
  { route: 'model-list', answer: 'ModelList', moments: [...common, 'second-time'], areas: ['model', 'media', 'auth'] },
  { route: 'model-get', answer: 'Model', moments: [...common, 'second-time'], areas: ['model', 'media', 'auth'] },
] as const satisfies readonly { route: RouteName; [more: string]: unknown }[];

const inModels = (fields: readonly Field[]) => fields.filter(({ path }) => path.length < 4);
const deliveryMoments = [...common, 'second-time', 'after-rotation', 'after-fallback', ...states] as const;
const deliveryAreas = ['webhook', 'signature', 'rotation', 'job'];
const streamMoments = [...common, 'replay', 'after-fallback', 'first-event', 'last-event'] as const;
const split = (moments: readonly MomentName[]) => [...moments, 'streams', 'no-streams'] as const;

/** A read that is done twice is a read. */
const isRead = (route: RouteName) => route.startsWith('model') || route === 'job-get';

function placesOf(row: (typeof routes)[number]): readonly Place[] {
  const { route, answer } = row;
  const areas = [...row.areas, ...everywhere];
  const moments = route === 'chat' ? split(row.moments) : row.moments;
  const headers = textFields('content-type', 'x-svc-request-id', 'retry-after');
  const sent = textFields(
    'authorization',
    'content-type',
    'idempotency-key',
    ...(route === 'chat' ? ['x-svc-metadata'] : []),
  );
  const refusals = [
    ...fieldsOf('Error').map(({ path, kind }) => ({ path: ['error', ...path], kind })),
    ...attempts,
    ...textFields('error'),
    ...status,
  ];
  const all = [
    { part: 'answer', fields: [...inModels(fieldsOf(answer)), ...status], moments: row.moments },
    { part: 'answer-headers', fields: headers, moments },
    { part: 'refusal', fields: refusals, moments },
    { part: 'request-headers', fields: sent, moments: moments.filter((name) => name !== 'after-fallback') },
    ...('request' in row
      ? [
          {
            part: 'request',
            fields: fieldsOf(row.request),
            moments: moments.filter((name) => name !== 'after-fallback'),
          } as const,
        ]
      : []),
    {
      part: 'command',
      fields: [],
      moments,
      commands: [
        'swallowed',
        ...(isRead(route) ? [] : ['twice']),
        'done-and-refused',
        ...codes.map((code) => `next-code-for-${code}`),
      ],
    },
  ] as const;
  return all.map((one) => ({ ...one, id: `${route}.${one.part}`, route, areas }));
}

const delivered: Omit<Place, 'id' | 'part' | 'fields'> = {
  route: 'delivery',
  moments: deliveryMoments,
  areas: [...deliveryAreas, 'version'],
};
const streamed: Omit<Place, 'id' | 'part' | 'fields'> = {
  route: 'chat',
  moments: streamMoments,
  areas: ['stream', 'chat', 'fallback', 'idempotency', ...everywhere],
};

/** Every kind of message of the contract. */
export const places: readonly Place[] = [
  ...routes.flatMap(placesOf),
  { ...streamed, id: 'chat.event', part: 'event', fields: chunkFields },
  { ...streamed, id: 'chat.event-error', part: 'event', fields: fieldsOf('ChatStreamFailure') },
  { ...streamed, id: 'chat.event-text', part: 'event-text', fields: textFields('event', '[DONE]') },
  { ...delivered, id: 'delivery.body', part: 'request', fields: fieldsOf('WebhookEvent') },
  {
    ...delivered,
    id: 'delivery.headers',
    part: 'request-headers',
    fields: textFields('content-type', 'svc-event', 'svc-delivery', 'svc-signature'),
  },
  { ...delivered, id: 'delivery.signature', part: 'request-headers', fields: [...textFields('t'), ...signatures] },
  {
    ...delivered,
    id: 'delivery.command',
    part: 'command',
    fields: [],
    commands: ['swallowed', 'twice', 'done-and-refused', 'refused-and-done'],
  },
];
