import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { errorTable } from '@gateproof/spec';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** The row's own status is answered with its neighbour's: one that the table gives to other codes. */
function otherStatus(status: number): number {
  const neighbours: Readonly<Record<number, number>> = {
    400: 422,
    401: 403,
    402: 403,
    403: 401,
    404: 400,
    409: 400,
    413: 400,
    429: 503,
    500: 502,
    502: 500,
    503: 500,
    504: 502,
  };
  return neighbours[status] ?? 418;
}

const otherKind = {
  terminal: 'unavailable',
  unavailable: 'unknown',
  rate_limit: 'unavailable',
  timeout: 'unavailable',
  unknown: 'unavailable',
};

/** Codes that the reference behaviour has no need of: how it comes to answer them inside a freedom (F054, F076). */
const producing: Readonly<Record<string, (behaviour: Behaviour) => Behaviour>> = {
  request_timeout: patch('routing', ({ classify }) => ({
    classify: (failure) => (failure.how === 'timeout' ? 'request_timeout' : classify(failure)),
  })),
  retention_expired: patch('jobs', { discardedRead: 'retention_expired' }),
};

/** No request can ask for a workflow run, so its row can't be broken. */
const unreachable: ReadonlySet<string> = new Set(['run_not_found']);

function broken(
  produce: (behaviour: Behaviour) => Behaviour,
  change: (present: Behaviour['errors']) => Partial<Behaviour['errors']>,
): (behaviour: Behaviour) => Behaviour {
  const apply = patch('errors', change);
  return (behaviour) => apply(produce(behaviour));
}

/** For each row of the table of codes: its code under another status, and with another kind. */
export const errorRowDeviations: readonly Deviation[] = [...errorTable.values()].flatMap(({ code, status, kind }) => {
  if (status === null || kind === null || unreachable.has(code)) return [];
  const produce = producing[code] ?? ((behaviour: Behaviour) => behaviour);
  const family = `error.code.${code.replaceAll('_', '-')}`;
  return [
    breaking(
      `${family}.status`,
      `answers ${code} with status ${otherStatus(status)}`,
      broken(produce, (present) => ({
        status: (error) => (error.code === code ? otherStatus(status) : present.status(error)),
      })),
    ),
    breaking(
      `${family}.kind`,
      `tells ${code} with kind ${otherKind[kind]}`,
      broken(produce, (present) => ({
        kind: (error) => (error.code === code ? otherKind[kind] : present.kind(error)),
      })),
    ),
  ];
});
