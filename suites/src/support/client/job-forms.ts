import type { JsonObject } from '@gateproof/harness';
import { errorObject, jobBody } from './replies.ts';

const output = [{ url: 'https://files.example.com/1.png', type: 'image/png', bytes: 3 }];
const usage = {
  units: { images: 1 },
  cost: { billing_usd: 0.1, cost_source: 'list', cost_status: 'final', price_version: '1' },
};

/** Jobs in a state that differ in what they hold, lack or say besides it: a client decides by the state alone. */
export function jobForms(state: string): Readonly<Record<string, JsonObject>> {
  const isFinal = ['succeeded', 'failed', 'canceled'].includes(state);
  const times = { started_at: '2026-11-20T10:00:01Z', ...(isFinal ? { completed_at: '2026-11-20T10:00:05Z' } : {}) };
  const spelled = {
    created_at: '2026-11-20T11:59:59.123456+02:00',
    started_at: '2026-11-20T06:30:01.5-03:30',
    ...(isFinal ? { completed_at: '2026-11-20T10:00:05.000Z' } : {}),
  };
  // Part of the output may be there while the rest is made, and an error on a canceled job (freedom F082).
  const made = state === 'processing' || state === 'succeeded' ? { output } : {};
  const { code, kind, message } = errorObject('provider_unavailable');
  const ended = state === 'canceled' ? { error: { code, kind, scope: 'route', message } } : {};
  return {
    'as usual': jobBody(state),
    'without times': jobBody(state, { completed_at: undefined }),
    'with fractions and offsets in its times': jobBody(state, spelled),
    'with every optional field': jobBody(state, { ...times, ...made, ...ended, usage, retry_of: 'job_0' }),
    'whose progress contradicts its state': jobBody(state, {
      progress: isFinal
        ? { percent: 40, phase: 'processing', queue_position: 2 }
        : { percent: 100, phase: 'succeeded', queue_position: 0 },
    }),
  };
}
