import { type Account, type Behaviour, type Candidate, patch } from '@gateproof/simulator/behaviour';
import { besides, isObject, isStream } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Choose = (present: readonly Candidate[], account: Account, body: JsonObject) => readonly Candidate[];

/** Chooses other candidates than the reference does. */
function choosing(choose: Choose): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ candidates }) => ({
    candidates: (models, account, body) => choose(candidates(models, account, body), account, body),
  }));
}

/** Chooses otherwise for streams. */
const inStreams = (choose: Choose) =>
  choosing((present, account, body) => (body.stream === true ? choose(present, account, body) : present));
/** Chooses otherwise for jobs. */
const inJobs = (choose: Choose) =>
  choosing((present, account, body) => (body.messages === undefined ? choose(present, account, body) : present));

const hasList = ({ models }: JsonObject) => Array.isArray(models) && models.length > 0;
const idsOf = (present: readonly Candidate[]) => [...new Set(present.map(({ model }) => model.id))];
/** The first so many models with all their endpoints. */
const firstModels = (present: readonly Candidate[], count: number) => {
  const ids = idsOf(present).slice(0, count);
  return present.filter(({ model }) => ids.includes(model.id));
};
const others: Choose = (present, account) =>
  [...account.models.values()]
    .filter(({ id, modality, endpoints }) => {
      const isOwn = endpoints.some(({ url }) => !url.startsWith('inprocess:'));
      return isOwn && modality === 'text' && !present.some(({ model }) => model.id === id);
    })
    .flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint })));

/** In which order models are asked, and which. */
const orders: readonly Deviation[] = [
  breaking(
    'fallback.order.first-preferred:round-robin',
    'begins with another model of the list at each request',
    (behaviour) => {
      const turns = new Map<string, number>();
      return choosing((present, _account, body) => {
        if (!hasList(body)) return present;
        const name = idsOf(present).join(' ');
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const ids = idsOf(present);
        const first = ids[turn % ids.length];
        return [
          ...present.filter(({ model }) => model.id === first),
          ...present.filter(({ model }) => model.id !== first),
        ];
      })(behaviour);
    },
  ),
  breaking(
    'fallback.order.first-preferred:cheapest',
    'asks the cheapest model of the list first',
    choosing((present, _account, body) =>
      hasList(body) ? present.toSorted((one, other) => one.model.priceUsd - other.model.priceUsd) : present,
    ),
  ),
  breaking(
    'fallback.order.first-preferred:media',
    'asks the last model of the list of a job first',
    inJobs((present) => present.toReversed()),
  ),
  breaking(
    'fallback.order.in-turn:media',
    'asks the fallback models of jobs from the end',
    inJobs((present) => [...present.slice(0, 1), ...present.slice(1).toReversed()]),
  ),
  breaking(
    'fallback.order.in-turn:streams',
    'asks the fallback models of streams from the end',
    inStreams((present) => [...present.slice(0, 1), ...present.slice(1).toReversed()]),
  ),
  breaking(
    'fallback.order.in-turn:last-two',
    'asks the fifth fallback model before the fourth',
    choosing((present) =>
      present.length === 6
        ? [...present.slice(0, 4), present[5], present[4]].filter((one) => one !== undefined)
        : present,
    ),
  ),
  breaking(
    'fallback.order.stops:streams',
    'asks one model more once a stream has been served',
    besides((request) => {
      const { body, path, headers } = request;
      if (request.route !== 'chat' || !isStream(request) || !isObject(body)) return [];
      const [next] = Array.isArray(body.models) ? body.models.slice(-1) : [];
      if (next === undefined) return [];
      const { models: _models, stream: _stream, ...rest } = body;
      return [
        {
          method: 'POST',
          path,
          headers: { authorization: String(headers.authorization) },
          body: { ...rest, model: next },
        },
      ];
    }),
  ),
  breaking(
    'fallback.order.last-reached:streams',
    'asks four fallback models of a stream at most',
    inStreams((present) => firstModels(present, 5)),
  ),
  breaking(
    'fallback.order.last-reached:several-endpoints',
    'asks no fallback model of one that has several endpoints',
    choosing((present) => {
      const own = present.filter(({ model }) => model.id === present[0]?.model.id);
      return own.length > 1 ? own : present;
    }),
  ),
  breaking(
    'fallback.order.last-reached:six-tries',
    'asks six endpoints at most',
    choosing((present) => present.slice(0, 6)),
  ),
  breaking(
    'fallback.order.one-at-a-time:later',
    'asks the next fallback model together with each one',
    patch('routing', {
      extraCalls: (moment, candidates, place) =>
        moment === 'attempt' && place > 0 ? candidates.slice(place + 1, place + 2) : [],
    }),
  ),
  breaking(
    'fallback.exhausted.all-asked:five',
    'asks four fallback models at most when all fail',
    choosing((present) => firstModels(present, 5)),
  ),
];

/** Who is asked though nobody named it, and who is not. */
const asked: readonly Deviation[] = [
  ...(['unreachable', 'server-error', 'connection-lost'] as const).map((cause) =>
    breaking(
      `fallback.cause.${cause}:streams`,
      'asks no fallback model of a stream',
      inStreams((present) => firstModels(present, 1)),
    ),
  ),
  breaking(
    'fallback.cause.server-error:retry-after',
    'gives up at a 503 that tells a wait',
    patch('routing', ({ mayFailOver }) => ({
      mayFailOver: (state) =>
        !(state.failure.how === 'status' && state.failure.retryAfterMs !== undefined) && mayFailOver(state),
    })),
  ),
  ...(
    [
      ['504', 'gives up at a 504', (status) => status === 504],
      ['unknown-status', 'gives up at a 5xx that it does not know', (status) => status > 504],
      ['html', 'gives up at a 5xx with a page of HTML', (_status, text) => text.startsWith('<')],
    ] as const satisfies readonly (readonly [string, string, (status: number, text: string) => boolean])[]
  ).map(([how, summary, applies]) =>
    breaking(
      `fallback.cause.server-error:${how}`,
      summary,
      patch('routing', ({ mayFailOver }) => ({
        mayFailOver: (state) =>
          !(state.failure.how === 'status' && applies(state.failure.status, state.failure.body)) && mayFailOver(state),
      })),
    ),
  ),
  breaking(
    'fallback.answer.no-list:empty-list',
    'asks other models when the list is empty',
    choosing((present, account, body) =>
      Array.isArray(body.models) && body.models.length === 0
        ? [...present, ...others(present, account, body)]
        : present,
    ),
  ),
  breaking(
    'fallback.answer.no-list:remembered',
    'takes the list of the request before for one that has none',
    (behaviour) => {
      const last = new Map<string, readonly Candidate[]>();
      return choosing((present, account, body) => {
        if (hasList(body)) {
          last.set(account.id, present);
          return present;
        }
        const kept = last.get(account.id) ?? [];
        return [...present, ...kept.filter(({ model }) => model.id !== present[0]?.model.id)];
      })(behaviour);
    },
  ),
  breaking(
    'fallback.answer.no-list:streams',
    'asks other models of a stream without being asked to',
    inStreams((present, account, body) => (hasList(body) ? present : [...present, ...others(present, account, body)])),
  ),
  breaking(
    'fallback.answer.listed-only:streams',
    'asks models that are not listed when all listed ones fail in a stream',
    inStreams((present, account, body) => (hasList(body) ? [...present, ...others(present, account, body)] : present)),
  ),
];

/** Models that are asked wrong in one corner only. */
export const fallbackOrderCorners: readonly Deviation[] = [...orders, ...asked];
