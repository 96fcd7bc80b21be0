import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, idempotencyKeyOf, isObject, refusing, withHistory } from '../changes/exchange-changes.ts';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

const isStream = ({ body }: SeenRequest) => isObject(body) && body.stream === true;

/** What may be refused of requests that come again, and of webhook URLs. */
export const repeatRefusalVariations: readonly Variation[] = [
  differing(
    'refusal.public-literals',
    'F102',
    'refuses webhook URLs whose host is an address',
    patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url, ...of) =>
        /^https:\/\/(\d+\.\d+\.\d+\.\d+(?=[:/?#]|$)|\[)/.test(url) ? 'the host must be a name' : urlProblem(url, ...of),
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
        const rendered = JSON.stringify(
          Object.entries(request.headers).filter(([name]) => name === 'accept' || name.endsWith('-metadata')),
        );
        const before = first.get(id) ?? rendered;
        first.set(id, before);
        return before !== rendered;
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
    'renders state, usage and cost of a conflict as objects',
    answering((answer) => {
      const error = isObject(answer.body) ? answer.body.error : undefined;
      if (!isObject(error) || error.code !== 'idempotency_conflict') return answer;
      const details = { state: { name: 'finished' }, usage: { units: { requests: 1 } }, cost: null };
      return { ...answer, body: { error: { ...error, ...details } } };
    }),
  ),
];
