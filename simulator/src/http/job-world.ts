import type { JobWorld } from '../domain/jobs/job-run.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** The world in which this gateway's jobs run. */
export function jobWorld(options: GatewayOptions): JobWorld {
  const { behaviour, transportFor, mediaTimeoutMs, names, persistence } = options;
  return {
    behaviour,
    transportFor,
    mediaTimeoutMs,
    serviceField: names.requestField,
    keep: (account, job) => persistence.keep(account, { jobs: [job] }),
    onFinal: (account, job) => options.onJobFinal(account, job),
  };
}
