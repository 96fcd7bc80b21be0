import { type ApiKey, GatewayError, patch, type RouteName, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, besides, isMedia, isObject, isStream, namedId, onceMore } from '../../changes/exchange-changes.ts';
import { serving } from '../../changes/serving.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const secretOf = ({ headers }: SeenRequest) => String(headers.authorization ?? '').replace(/^Bearer /i, '');
const keyOf = (request: SeenRequest): ApiKey | undefined =>
  [...(request.account?.keys.values() ?? [])].find(({ secret }) => secret === secretOf(request));

const streams = (when: (request: SeenRequest) => boolean) => serving((request) => isStream(request) && when(request));
const isOver = (request: SeenRequest) => (keyOf(request)?.restrictions.expiresAtMs ?? Infinity) <= request.nowMs;

/** Requests that get past the key by what they carry besides. */
const besideTheKey: readonly Deviation[] = [
  breaking(
    'auth.key.missing:other-header',
    'takes a key in the header X-Api-Key',
    serving(({ headers }) => headers.authorization === undefined && headers['x-api-key'] !== undefined),
  ),
  breaking(
    'auth.key.missing:query',
    'takes a key in the query',
    serving(({ headers, path }) => headers.authorization === undefined && path.includes('?api_key=')),
  ),
  breaking(
    'auth.key.missing:body',
    'takes a key in the body',
    serving(({ headers, body }) => headers.authorization === undefined && isObject(body) && body.api_key !== undefined),
  ),
];

/** Streams that get past the key. */
const streamed: readonly Deviation[] = [
  breaking('auth.key.expired:stream', 'takes expired keys for streams', streams(isOver)),
  breaking(
    'auth.key.deleted:stream',
    'takes deleted keys for streams',
    streams((request) => keyOf(request)?.deleted === true),
  ),
  breaking(
    'auth.key.unknown:stream',
    'takes unknown keys for streams',
    streams((request) => request.account === undefined && secretOf(request) !== ''),
  ),
  breaking(
    'auth.route.chat:stream',
    'streams to whoever has no key',
    streams((request) => request.account === undefined),
  ),
  breaking(
    'auth.address.chat:stream',
    'ignores IP ranges of streams',
    streams((request) => keyOf(request)?.restrictions.ipRanges !== undefined),
  ),
];

const refusesGood = (when: (route: RouteName, key: ApiKey, place: number) => boolean) =>
  patch('authentication', {
    refusesGoodKey: ({ account, key }, route) => when(route, key, [...account.keys.values()].indexOf(key)),
  });

const doors: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      `auth.key.accepted:${route}`,
      `refuses good keys at ${route}`,
      refusesGood((asked) => asked === route),
    ),
  ),
  breaking(
    'auth.key.accepted:first',
    'takes the first key of an account only',
    refusesGood((_route, _key, place) => place > 0),
  ),
  breaking(
    'auth.scheme.other:glued',
    'takes a key that stands right behind the scheme',
    patch('authentication', ({ tokenOf }) => ({
      tokenOf: (header) => tokenOf(header) ?? /^Bearer(\S+)$/.exec(header ?? '')?.[1],
    })),
  ),
  breaking(
    'auth.scheme.other:password',
    'takes the password of a Basic header for the key',
    patch('authentication', ({ tokenOf }) => ({
      tokenOf(header) {
        const coded = /^Basic (\S+)$/.exec(header ?? '')?.[1];
        return (
          tokenOf(header) ?? (coded === undefined ? undefined : Buffer.from(coded, 'base64').toString().split(':')[1])
        );
      },
    })),
  ),
  ...(['job-get', 'job-cancel'] as const).map((route) =>
    breaking(
      `auth.route.${route}:existing`,
      'looks for the job before it looks at the key, and tells it',
      (behaviour) => {
        const jobs = new Map<string, unknown>();
        const noting = answering((answer) => {
          const { body } = answer;
          if (isObject(body) && body.object === 'job') jobs.set(String(body.id), body);
          return answer;
        });
        return patch('exchanges', ({ instead }) => ({
          instead(request) {
            const known = jobs.get(/^\/v1\/jobs\/([^/?]*)/.exec(request.path)?.[1] ?? '');
            return request.route === route && request.account === undefined && known !== undefined
              ? { status: 200, contentType: 'application/json', body: known }
              : instead(request);
          },
        }))(noting(behaviour));
      },
    ),
  ),
];

const refused = (when: (request: SeenRequest) => boolean, code: string) =>
  patch('exchanges', ({ refusal }) => ({
    refusal: (request) => refusal(request) ?? (when(request) ? refusalOf(code) : undefined),
  }));

const refusalOf = (code: string) => new GatewayError(code, 'This is refused.', { scope: 'request' });
const restrictionOf = (request: SeenRequest) => keyOf(request)?.restrictions;
const listOf = ({ body }: SeenRequest): readonly unknown[] =>
  isObject(body) && Array.isArray(body.models) ? body.models : [];
const isRead = ({ route }: SeenRequest) => route === 'model-list' || route === 'model-get' || route === 'job-get';

/** Restricted keys that are refused where they are good. */
const inside: readonly Deviation[] = [
  breaking(
    'model.get.listed:restricted',
    'tells a key with a model set about the first model of the set only',
    refused((request) => {
      const [, ...others] = restrictionOf(request)?.models ?? [];
      return request.route === 'model-get' && others.some((id) => decodeURIComponent(request.path).endsWith(id));
    }, 'forbidden'),
  ),
  breaking(
    'model.list.restricted-complete:gone',
    'fails on the list for a key whose set names a model that is gone',
    refused(
      (request) =>
        request.route === 'model-list' &&
        (restrictionOf(request)?.models ?? []).some((id) => request.account?.models.has(id) === false),
      'internal_error',
    ),
  ),
  breaking(
    'auth.model.allowed:list',
    'refuses lists to a key with a model set',
    refused((request) => restrictionOf(request)?.models !== undefined && listOf(request).length > 0, 'forbidden'),
  ),
  breaking(
    'auth.model.allowed:stream',
    'refuses streams to a key with a model set',
    refused((request) => restrictionOf(request)?.models !== undefined && isStream(request), 'forbidden'),
  ),
  breaking(
    'auth.model.allowed:media',
    'refuses jobs to a key with a model set',
    refused((request) => restrictionOf(request)?.models !== undefined && isMedia(request), 'forbidden'),
  ),
  breaking(
    'auth.address.inside:reads',
    'refuses reads to a key with IP ranges',
    refused((request) => restrictionOf(request)?.ipRanges !== undefined && isRead(request), 'forbidden'),
  ),
  breaking(
    'auth.address.inside:media',
    'refuses jobs to a key with IP ranges',
    refused((request) => restrictionOf(request)?.ipRanges !== undefined && isMedia(request), 'forbidden'),
  ),
  breaking(
    'auth.address.inside:stream',
    'refuses streams to a key with IP ranges',
    refused((request) => restrictionOf(request)?.ipRanges !== undefined && isStream(request), 'forbidden'),
  ),
  breaking(
    'auth.cap.below:stream',
    'refuses streams to a capped key',
    refused((request) => restrictionOf(request)?.monthlyCapUsd !== undefined && isStream(request), 'budget_exceeded'),
  ),
  breaking(
    'auth.cap.below:media',
    'refuses jobs to a capped key',
    refused((request) => restrictionOf(request)?.monthlyCapUsd !== undefined && isMedia(request), 'budget_exceeded'),
  ),
  breaking(
    'auth.policy.inside:stream',
    'refuses streams to a key with a policy',
    refused((request) => restrictionOf(request)?.policy !== undefined && isStream(request), 'policy_conflict'),
  ),
  breaking(
    'auth.policy.inside:media',
    'refuses jobs to a key with a policy',
    refused((request) => restrictionOf(request)?.policy !== undefined && isMedia(request), 'policy_conflict'),
  ),
  breaking(
    'auth.policy.none:media',
    'refuses jobs that ask for another class or region',
    refused(
      (request) =>
        isMedia(request) &&
        restrictionOf(request)?.policy === undefined &&
        JSON.stringify(request.body ?? '').match(/"(retention|region)"/) !== null,
      'policy_conflict',
    ),
  ),
  breaking(
    'auth.policy.none:stream',
    'refuses streams that ask for another class or region',
    refused(
      (request) =>
        isStream(request) &&
        restrictionOf(request)?.policy === undefined &&
        JSON.stringify(request.body ?? '').match(/"(retention|region)"/) !== null,
      'policy_conflict',
    ),
  ),
  breaking('auth.credit.restored:media', 'never takes jobs again once there was no credit', (behaviour) => {
    const broke = new Set<string>();
    return refused((request) => {
      const { account } = request;
      if (account !== undefined && account.creditUsd <= 0) broke.add(account.id);
      return account !== undefined && isMedia(request) && broke.has(account.id);
    }, 'insufficient_credit')(behaviour);
  }),
];

/** Runs a refused submission under another key of the account, as if it had been begun before the refusal. */
const runsRefused = (rule: string, how: string, when: (request: SeenRequest, code: string) => boolean) =>
  breaking(
    `${rule}:${how}`,
    'begins what it refuses',
    besides((request, answer) => {
      const error = isObject(answer?.body) ? answer.body.error : undefined;
      if (!isObject(error) || !when(request, String(error.code))) return [];
      const free = [...(request.account?.keys.values() ?? [])].find(({ deleted }) => !deleted);
      if (free === undefined || !isObject(request.body)) return [];
      const { svc: _service, stream: _stream, ...body } = request.body;
      return [{ method: 'POST', path: request.path, headers: { authorization: `Bearer ${free.secret}` }, body }];
    }),
  );

const effects: readonly Deviation[] = [
  ...(
    [
      ['model', 'forbidden'],
      ['address', 'forbidden'],
      ['cap', 'budget_exceeded'],
      ['policy', 'policy_conflict'],
    ] as const
  ).map(([what, refusal]) =>
    runsRefused(
      `auth.${what}.refused-without-effect`,
      'media',
      (request, code) => isMedia(request) && code === refusal,
    ),
  ),
  breaking(
    'auth.credit.refused-without-effect:media',
    'lends what a refused submission costs, and begins it',
    besides((request, answer) => {
      const error = isObject(answer?.body) ? answer.body.error : undefined;
      const { account } = request;
      if (account === undefined || !isMedia(request) || !isObject(error) || error.code !== 'insufficient_credit')
        return [];
      account.creditUsd = 1;
      return [onceMore(request)];
    }),
  ),
  breaking('auth.key.refused-cancel-without-effect', 'cancels jobs although it refuses the key', (behaviour) => {
    const owners = new Map<string, string>();
    return besides((request, answer) => {
      if (isMedia(request) && isObject(answer?.body))
        owners.set(String(answer.body.id), String(request.headers.authorization));
      const owner = owners.get(namedId(request.path));
      if (request.route !== 'job-cancel' || answer?.status !== 401 || owner === undefined) return [];
      return [{ method: 'POST', path: request.path, headers: { authorization: owner } }];
    })(behaviour);
  }),
  runsRefused(
    'auth.key.refused-without-effect',
    'deleted',
    (request, code) => code === 'unauthorized' && keyOf(request)?.deleted === true,
  ),
  runsRefused(
    'auth.key.refused-without-effect',
    'expired',
    (request, code) => code === 'unauthorized' && isOver(request),
  ),
];

/** Ways to get wrong, in one corner only, what a key may be used for. */
export const keyUseCorners: readonly Deviation[] = [...besideTheKey, ...streamed, ...doors, ...inside, ...effects];
