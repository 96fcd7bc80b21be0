import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  idempotencyKeyOf,
  isObject,
  refusing,
  retelling,
  withHistory,
} from '../changes/exchange-changes.ts';
import type { Variation } from '../variation.ts';
import { differing } from './differing.ts';

const bodyOf = ({ body }: SeenRequest) => (isObject(body) ? body : {});
const isRun = ({ route }: SeenRequest) => route === 'chat' || route === 'image' || route === 'transcription';
const isStream = (request: SeenRequest) => bodyOf(request).stream === true;
const hasOther = (value: unknown, known: readonly string[]) =>
  isObject(value) && Object.keys(value).some((name) => !known.includes(name));
const offersTools = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isObject);
const serviceKeys = ['zdr', 'retention', 'region', 'preset'];

/** The service's own object among the fields of a body. */
const serviceOf = (request: SeenRequest) =>
  Object.entries(bodyOf(request)).find(
    ([name, value]) => isObject(value) && !['provider', 'response_format'].includes(name),
  )?.[1];

const toolsTold = { 'chat.feature.invalid': 'no one can tell tools that are not taken from tools that are misread' };

/** What may be refused that others take, and refused otherwise. */
export const refusalVariations: readonly Variation[] = [
  differing(
    'refusal.provider-keys',
    'F007',
    'refuses keys of provider that it does not know',
    refusing(
      (request) => isRun(request) && hasOther(bodyOf(request).provider, ['only']),
      'invalid_request',
      'provider: no such option.',
    ),
  ),
  differing(
    'refusal.service-keys',
    'F008',
    'refuses keys of the service object that it does not know',
    refusing(
      (request) => isRun(request) && hasOther(serviceOf(request), serviceKeys),
      'invalid_request',
      'svc: no such option.',
    ),
  ),
  differing(
    'refusal.reads-of-capped-key',
    'F064',
    'refuses a key with a small cap at a model and at a job, though not at the list',
    refusing(
      ({ route, headers, account }) =>
        (route === 'model-get' || route === 'job-get') &&
        [...(account?.keys.values() ?? [])].some(
          ({ secret, restrictions }) =>
            headers.authorization === `Bearer ${secret}` && (restrictions.monthlyCapUsd ?? Infinity) < 1,
        ),
      'budget_exceeded',
      'The monthly spend cap of this key is reached.',
    ),
  ),
  differing(
    'refusal.no-messages',
    'F009',
    'refuses a conversation without messages',
    refusing(
      ({ route, body }) =>
        route === 'chat' && isObject(body) && Array.isArray(body.messages) && body.messages.length === 0,
      'invalid_request',
      'messages: must not be empty.',
    ),
  ),
  differing(
    'refusal.content-parts',
    'F009',
    'refuses messages whose content is no string',
    refusing(
      ({ route, body }) =>
        route === 'chat' &&
        isObject(body) &&
        Array.isArray(body.messages) &&
        body.messages.some((message) => !isObject(message) || typeof message.content !== 'string'),
      'invalid_request',
      'messages: content must be a string.',
    ),
  ),
  differing(
    'refusal.odd-values',
    'F069',
    'refuses values out of their sensible range',
    refusing(
      (request) => {
        const { max_tokens: most, max_completion_tokens: mostCompletion, temperature } = bodyOf(request);
        const isOdd = (value: unknown, from: number, to: number) =>
          typeof value === 'number' && (value < from || value > to);
        return isOdd(most, 1, 1e9) || isOdd(mostCompletion, 1, 1e9) || isOdd(temperature, 0, 2);
      },
      'invalid_request',
      'max_tokens, max_completion_tokens or temperature: out of range.',
    ),
  ),
  differing(
    'refusal.key-on-reads',
    'F040',
    'refuses an Idempotency-Key where nothing is created',
    refusing((request) => !isRun(request) && idempotencyKeyOf(request) !== undefined, 'invalid_request'),
  ),
  differing(
    'refusal.broke-reads',
    'F064',
    'refuses the reads of an account without credit',
    patch('admission', ({ requestOrder }) => ({ requestOrder: [...requestOrder, 'credit' as const] })),
  ),
  differing(
    'refusal.six-models-unsupported',
    'F074',
    'refuses six models as unsupported',
    retelling(
      ({ status }, request) => {
        const { models } = bodyOf(request);
        return (
          status === 400 && Array.isArray(models) && models.length > 5 && models.every((id) => typeof id === 'string')
        );
      },
      400,
      'unsupported_capability',
    ),
  ),
  differing(
    'refusal.tools',
    'F010',
    'takes no tools',
    refusing((request) => offersTools(bodyOf(request).tools), 'unsupported_capability'),
    toolsTold,
  ),
  differing(
    'refusal.tools-invalid',
    'F010',
    'takes no tools, and calls them invalid',
    refusing((request) => offersTools(bodyOf(request).tools), 'invalid_request'),
    { ...toolsTold, 'refusal.tools': 'one answer to tools' },
  ),
  differing(
    'refusal.malformed-job-ids',
    'F109',
    'refuses job ids of another form as invalid',
    refusing(
      ({ route, path }) => route.startsWith('job-') && !/^\/v1\/jobs\/job_[a-z0-9]+(\/|\?|$)/.test(path),
      'invalid_request',
    ),
  ),
  differing(
    'refusal.encoded-slash',
    'F131',
    'reads models under a raw slash only',
    refusing(({ route, path }) => route === 'model-get' && /%2f/i.test(path), 'model_not_found'),
  ),
  differing(
    'refusal.cap-when-equal',
    'F065',
    'refuses what would just reach the cap',
    patch('admission', ({ isOverCap }) => ({ isOverCap: (caller, costUsd) => isOverCap(caller, costUsd + 1e-9) })),
  ),
  differing(
    'refusal.unknown-route-code',
    'F046',
    'tells unknown paths and methods under codes of its own',
    patch('errors', ({ translate, status }) => ({
      translate: (error) => (error.code === 'not_found' ? error.as('no_such_route') : translate(error)),
      status: (error) => (error.code === 'no_such_route' ? 404 : status(error)),
    })),
  ),
  differing(
    'refusal.unknown-route-moved',
    'F046',
    'answers unknown paths as ones that have moved',
    patch('errors', ({ status }) => ({ status: (error) => (error.code === 'not_found' ? 308 : status(error)) })),
  ),
  differing(
    'refusal.public-literals',
    'F102',
    'refuses webhook URLs whose host is an address',
    patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url) =>
        /^https:\/\/(\d+\.\d+\.\d+\.\d+(?=[:/?#]|$)|\[)/.test(url) ? 'the host must be a name' : urlProblem(url),
    })),
  ),
  differing(
    'refusal.repeated-streams',
    'F038',
    'refuses streams that come again under their key',
    withHistory((history) =>
      refusing((request) => isStream(request) && history.before(request).length > 0, 'idempotency_conflict'),
    ),
  ),
  differing(
    'refusal.other-headers',
    'F037',
    'refuses a request that comes again under its key with other headers',
    (behaviour) => {
      const first = new Map<string, string>();
      return refusing((request) => {
        const key = idempotencyKeyOf(request);
        if (request.route !== 'chat' || key === undefined) return false;
        const id = JSON.stringify([request.account?.id, key]);
        const told = JSON.stringify(
          Object.entries(request.headers).filter(([name]) => name === 'accept' || name.endsWith('-metadata')),
        );
        const before = first.get(id) ?? told;
        first.set(id, before);
        return before !== told;
      }, 'idempotency_conflict')(behaviour);
    },
  ),
  differing(
    'refusal.replay-before-credit',
    'F041',
    'gives the first result although the credit has gone since',
    withHistory((history) =>
      patch('exchanges', () => ({
        instead(request) {
          const [first] = history.before(request);
          const isBroke = request.account !== undefined && request.account.creditUsd <= 0;
          return isBroke && first !== undefined && first.status < 300 ? first : undefined;
        },
      })),
    ),
  ),
  differing(
    'refusal.conflict-details',
    'F022',
    'tells state, usage and cost of a conflict as objects',
    answering((answer) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      if (!isObject(error) || error.code !== 'idempotency_conflict') return answer;
      const details = { state: { name: 'finished' }, usage: { units: { requests: 1 } }, cost: null };
      return { ...answer, body: { error: { ...error, ...details } } };
    }),
  ),
];
