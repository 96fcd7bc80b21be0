import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { renderingJobs } from '../job-fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes every output item but the first. */
function laterItems(change: (item: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return renderingJobs((told) =>
    Array.isArray(told.output)
      ? { ...told, output: told.output.map((item: JsonObject, place) => (place === 0 ? item : change(item))) }
      : told,
  );
}

/** Ways to get the output of jobs wrong in one corner only. */
export const outputCorners: readonly Deviation[] = [
  breaking(
    'job.output.on-succeeded:purged-first',
    'tells files as purged before the job ended',
    patch('jobs', { purgeAfterMs: -3_600_000 }),
  ),
  breaking(
    'job.output.bytes-match:second',
    'tells a wrong size of a second image',
    laterItems((item) => ({ ...item, bytes: Number(item.bytes) + 1 })),
  ),
  breaking(
    'job.output.checksum-match:second',
    'tells a wrong checksum of a second image',
    laterItems((item) => ({ ...item, checksum_sha256: 'ab'.repeat(32) })),
  ),
  breaking(
    'job.output.link-opens:second',
    'hands out a link to nowhere for a second image',
    laterItems((item) => ({ ...item, url: `${String(item.url)}0` })),
  ),
  breaking(
    'job.output.link-unexpired:second',
    'hands out an expired link for a second image',
    laterItems((item) => ({ ...item, url_expires_at: '2026-01-01T00:00:00.000Z' })),
  ),
  breaking(
    'job.output.link-opens:short-lived',
    'tells that links live an hour longer than they do',
    renderingJobs((told) =>
      Array.isArray(told.output)
        ? {
            ...told,
            output: told.output.map((item: JsonObject) =>
              item.url_expires_at === undefined
                ? item
                : {
                    ...item,
                    url_expires_at: new Date(Date.parse(String(item.url_expires_at)) + 3_600_000).toISOString(),
                  },
            ),
          }
        : told,
    ),
  ),
  breaking(
    'webhook.data.equals-read-succeeded:first-image',
    'sends the first image in events only',
    patch('jobs', ({ render }) => ({
      render(view) {
        const told = render(view);
        return view.where === 'event' && Array.isArray(told.output)
          ? { ...told, output: told.output.slice(0, 1) }
          : told;
      },
    })),
  ),
  ...(['succeeded', 'failed', 'canceled'] as const).map((state) =>
    breaking(
      `webhook.data.equals-read-${state}:retry`,
      'leaves out retry_of in events',
      patch('jobs', ({ render }) => ({
        render(view) {
          const { retry_of: retryOf, ...told } = render(view);
          return retryOf === undefined || (view.where === 'event' && told.state === state)
            ? told
            : { ...told, retry_of: retryOf };
        },
      })),
    ),
  ),
];
