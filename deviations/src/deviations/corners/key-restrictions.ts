import { type Caller, patch, type RunRequest, type RunStep } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const kinds = ['chat', 'image', 'transcription'] as const;

/** Leaves a step out for some requests. */
const skipping = (step: RunStep, when: (request: RunRequest, caller: Caller) => boolean) =>
  patch('admission', ({ skips }) => ({
    skips: (left, caller, request) => (left === step && when(request, caller)) || skips(left, caller, request),
  }));

const isMedia = ({ kind }: RunRequest) => kind !== 'chat';
const isRetry = ({ body }: RunRequest) => body.retry_of !== undefined;
const hasList = ({ modelIds }: RunRequest) => modelIds.length > 1;

/** What refuses the plain request, and is forgotten for one with a list or for a retry. */
const otherRequests: readonly Deviation[] = [
  ...(['cap', 'credit'] as const).flatMap((step) => [
    breaking(
      `auth.${step}.chat:list`,
      `ignores the ${step} of chats with a list`,
      skipping(step, (request) => hasList(request) && !isMedia(request)),
    ),
    breaking(
      `auth.${step}.chat:streamed-list`,
      `ignores the ${step} of streams with a list`,
      skipping(step, (request) => hasList(request) && request.body.stream === true),
    ),
    breaking(
      `auth.${step}.media:list`,
      `ignores the ${step} of jobs with a list`,
      skipping(step, (request) => hasList(request) && isMedia(request)),
    ),
    breaking(`auth.${step}.media:retry`, `ignores the ${step} of retries`, skipping(step, isRetry)),
  ]),
  ...(['retention', 'region'] as const).map((ask) =>
    breaking(
      `auth.policy.${ask}-chat:streamed-list`,
      'ignores the policy of streams with a list',
      skipping('policy', (request) => hasList(request) && request.body.stream === true),
    ),
  ),
  ...(['retention', 'region'] as const).map((ask) =>
    breaking(
      `auth.policy.${ask}-media:transcription-list`,
      'ignores the policy of transcriptions with a list',
      skipping('policy', (request) => hasList(request) && request.kind === 'transcription'),
    ),
  ),
  ...kinds.map((kind) =>
    breaking(
      `auth.model.${kind}:list-only`,
      'holds only the list against the key’s model set where there is one',
      skipping('key-models', ({ kind: asked, modelIds: [, ...list] }, { key }) => {
        const isInSet = (id: string) => key.restrictions.models?.includes(id) === true;
        return asked === kind && list.length > 0 && list.every(isInSet);
      }),
    ),
  ),
];

/** Restrictions of a key that are looked at only while it has none of another kind, or has all of a kind. */
const together: readonly Deviation[] = [
  ...kinds.map((kind) =>
    breaking(
      `auth.model.${kind}:with-ranges`,
      'ignores the model set of a key that has IP ranges',
      skipping('key-models', (request, { key }) => request.kind === kind && key.restrictions.ipRanges !== undefined),
    ),
  ),
  ...kinds.map((kind) =>
    breaking(
      `auth.model.${kind}:with-policy`,
      'ignores the model set of a key that has a policy',
      skipping('key-models', (request, { key }) => request.kind === kind && key.restrictions.policy !== undefined),
    ),
  ),
  ...(['retention', 'region'] as const).map((ask) =>
    breaking(
      `auth.policy.${ask}-chat:with-models`,
      'ignores the policy of a key that has a model set',
      skipping('policy', (_request, { key }) => key.restrictions.models !== undefined),
    ),
  ),
  breaking(
    'auth.cap.chat:with-policy',
    'ignores the cap of a key that has a policy',
    skipping('cap', (_request, { key }) => key.restrictions.policy !== undefined),
  ),
  breaking(
    'auth.credit.chat:capped-key',
    'ignores the credit of a key that has a cap',
    skipping('credit', (_request, { key }) => key.restrictions.monthlyCapUsd !== undefined),
  ),
  breaking(
    'auth.address.chat:with-policy',
    'ignores the IP ranges of a key that has a policy',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) =>
        caller.key.restrictions.policy !== undefined || isAddressAllowed(caller, ranges),
    })),
  ),
  breaking(
    'auth.cap.chat:with-models',
    'ignores the cap of a key that has a model set',
    skipping('cap', (_request, { key }) => key.restrictions.models !== undefined),
  ),
  breaking(
    'auth.address.chat:with-models',
    'ignores the IP ranges of a key that has a model set',
    patch('admission', ({ isAddressAllowed }) => ({
      isAddressAllowed: (caller, ranges) =>
        caller.key.restrictions.models !== undefined || isAddressAllowed(caller, ranges),
    })),
  ),
  breaking(
    'auth.key.deleted:with-models',
    'goes on serving deleted keys that have a model set',
    patch('authentication', ({ isDeleted }) => ({
      isDeleted: (holder, route) => holder.key.restrictions.models === undefined && isDeleted(holder, route),
    })),
  ),
  breaking(
    'auth.key.expired:with-models',
    'goes on serving expired keys that have a model set',
    patch('authentication', ({ isExpired }) => ({
      isExpired: (holder, nowMs, route) =>
        holder.key.restrictions.models === undefined && isExpired(holder, nowMs, route),
    })),
  ),
  ...(['retention', 'region'] as const).flatMap((ask) =>
    (['chat', 'media'] as const).map((where) =>
      breaking(
        `auth.policy.${ask}-${where}:half`,
        'keeps only policies that name a retention class and a region',
        skipping('policy', (request, { key }) => {
          const { policy } = key.restrictions;
          const isHalf = policy?.retention === undefined || policy.region === undefined;
          return isHalf && isMedia(request) === (where === 'media');
        }),
      ),
    ),
  ),
  breaking(
    'auth.policy.none:half',
    'takes every policy for the strictest',
    patch('admission', ({ policyConflict }) => ({
      policyConflict(caller, request) {
        const { restrictions } = caller.key;
        if (restrictions.policy === undefined) return undefined;
        const strictest = { ...restrictions, policy: { retention: 'strict', region: 'home' } as const };
        return policyConflict({ ...caller, key: { ...caller.key, restrictions: strictest } }, request);
      },
    })),
  ),
];

/** Ways to get restrictions wrong on some requests, or on keys that have several. */
export const keyRestrictionCorners: readonly Deviation[] = [...otherRequests, ...together];
