import { errorTable } from '@gateproof/spec';
import { type Deviation, patch } from '../behaviour/patch.ts';
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

/** For each row of the table of codes: its code under another status, and with another kind. */
export const errorRowDeviations: readonly Deviation[] = [...errorTable.values()].flatMap(({ code, status, kind }) => {
  if (status === null || kind === null) return [];
  const family = `error.code.${code.replaceAll('_', '-')}`;
  return [
    breaking(
      `${family}.status`,
      `answers ${code} with status ${otherStatus(status)}`,
      patch('errors', (present) => ({
        status: (error) => (error.code === code ? otherStatus(status) : present.status(error)),
      })),
    ),
    breaking(
      `${family}.kind`,
      `tells ${code} with kind ${otherKind[kind]}`,
      patch('errors', (present) => ({
        kind: (error) => (error.code === code ? otherKind[kind] : present.kind(error)),
      })),
      code === 'provider_unavailable' ? { entails: ['stream.failure.kind'] } : {},
    ),
  ];
});
