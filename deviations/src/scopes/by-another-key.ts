import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { isObject, namedJob } from '../requests/seen.ts';

/** Whether a request reads, cancels or retries a job that another key submitted. */
export function isByAnotherKey(request: SeenRequest): boolean {
  const { account, body, headers } = request;
  const retried = isObject(body) && typeof body.retry_of === 'string' ? account?.jobs.get(body.retry_of) : undefined;
  const { key } = namedJob(request) ?? retried ?? {};
  return key !== undefined && headers.authorization !== `Bearer ${key.secret}`;
}
