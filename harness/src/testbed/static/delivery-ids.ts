import type { Exchange } from '../../exchange/exchange.ts';
import { isObject } from '../../exchange/json.ts';

/** The ids that distinguish a delivery from those of other cases: of its event, and of the job in it. */
export function idsOfDelivery(body: Uint8Array): readonly string[] {
  try {
    const event: unknown = JSON.parse(Buffer.from(body).toString());
    if (!isObject(event)) return [];
    const ids = [event.id, isObject(event.data) ? event.data.id : undefined];
    return ids.filter((id): id is string => typeof id === 'string');
  } catch {
    return [];
  }
}

/** The ids of the jobs that the target named in an answer. */
export function jobIdsOf({ side, response }: Exchange): readonly string[] {
  if (side !== 'request' || response === undefined) return [];
  const text = Buffer.from(response.body).toString();
  return [...text.matchAll(/"id"\s*:\s*"(job_[^"]+)"/g)].map(([, id = '']) => id);
}
