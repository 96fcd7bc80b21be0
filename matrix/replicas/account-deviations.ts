import {
  type Account,
  type ApiKey,
  type Behaviour,
  type Caller,
  monthOf,
  patch,
  type SeenRequest,
  type SentAnswer,
} from '@gateproof/simulator/behaviour';
import { thisReplica } from '../replica.ts';
import { type ProcessDeviation, remembering } from './process-deviation.ts';

/** What belongs to accounts and their keys. The testbed talks to the first replica alone, so that caches of that one are always fresh. */
export const accountDeviations: readonly ProcessDeviation[] = [
  {
    id: 'idempotency-chat',
    apply: keysOf((route) => route === 'chat'),
  },
  {
    id: 'idempotency-media',
    apply: keysOf((route) => route !== 'chat'),
  },
  {
    id: 'caps',
    apply: remembering(() => {
      const spent = new WeakMap<ApiKey, (month: string) => number>();
      return patch('admission', {
        isOverCap({ account, key }, costUsd) {
          const spentHere = spent.get(key) ?? countSpending(key);
          spent.set(key, spentHere);
          const cap = key.restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY;
          return spentHere(monthOf(account.clock.now())) + costUsd > cap;
        },
      });
    }),
  },
  {
    id: 'rate-counts',
    apply: remembering(() => {
      const counts = new WeakMap<Account, number[][]>();
      let asking: Caller | undefined;
      return patch('admission', {
        requestSteps(caller) {
          asking = caller;
          return ['address', 'snapshot', 'rate', 'internal'];
        },
        isOverRate(_count, limit) {
          if (asking === undefined) return false;
          const { account } = asking;
          const perReplica = counts.get(account) ?? [];
          counts.set(account, perReplica);
          const nowMs = account.clock.now();
          const recent = (perReplica[thisReplica()] ?? []).filter(
            (atMs) => atMs > nowMs - (account.rateLimit?.windowMs ?? 0),
          );
          const isOver = recent.length >= limit;
          perReplica[thisReplica()] = isOver ? recent : [...recent, nowMs];
          return isOver;
        },
      });
    }),
  },
  {
    id: 'model-lists',
    apply: remembering(() => {
      const lists = new Map<string, SentAnswer>();
      const placeOf = ({ key }: SeenRequest) => `${thisReplica()} ${key?.id}`;
      const isCached = ({ route, key }: SeenRequest) =>
        thisReplica() > 0 && route === 'model-list' && key !== undefined;
      return patch('exchanges', ({ shortCircuit, answer }) => ({
        shortCircuit: (request) =>
          (isCached(request) ? lists.get(placeOf(request)) : undefined) ?? shortCircuit(request),
        answer(sent, request) {
          if (isCached(request) && sent.status === 200) lists.set(placeOf(request), sent);
          return answer(sent, request);
        },
      }));
    }),
  },
  {
    id: 'key-caches',
    apply: remembering(() => {
      const used = new Set<string>();
      return patch('authentication', ({ isDeleted }) => ({
        isDeleted(holder, route) {
          const place = `${thisReplica()} ${holder.key.secret}`;
          if (!isDeleted(holder, route)) used.add(place);
          else if (thisReplica() === 0 || !used.has(place)) return true;
          return false;
        },
      }));
    }),
  },
];

function keysOf(covers: (route: string) => boolean): (behaviour: Behaviour) => Behaviour {
  return patch('idempotency', ({ scope }) => ({
    scope: (use) => (covers(use.route) ? `${scope(use)} ${thisReplica()}` : scope(use)),
  }));
}

/** Counts from now on where a key spends what it spends. Returns what it has spent at this replica in a month. */
function countSpending({ spentUsd }: ApiKey): (month: string) => number {
  const counted = new Map<string, number>();
  const placeOf = (month: string) => `${thisReplica()} ${month}`;
  const set = spentUsd.set.bind(spentUsd);
  spentUsd.set = (month, usd) => {
    const more = usd - (spentUsd.get(month) ?? 0);
    counted.set(placeOf(month), (counted.get(placeOf(month)) ?? 0) + more);
    return set(month, usd);
  };
  return (month) => counted.get(placeOf(month)) ?? 0;
}
