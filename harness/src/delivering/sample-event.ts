import { minuteMs } from '@gateproof/spec';
import type { EventType, WebhookEvent } from './delivery.ts';

/** What makes an event one of its own. */
export interface EventSeed {
  /** Unique within all runs; letters, digits and dashes. */
  readonly name: string;
  readonly nowMs: number;
}

/** An event as a conformant gateway sends it: a job in the final state that the type says, with all that the contract shows. */
export function sampleEvent(type: EventType, { name, nowMs }: EventSeed): WebhookEvent {
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  const state = type.slice('job.'.length);
  const generationId = `gen_${name}`;
  return {
    id: `evt_${name}`,
    type,
    created_at: at(0),
    data: {
      id: `job_${name}`,
      generation_id: generationId,
      object: 'job',
      state,
      modality: 'image',
      model: 'acme/painter',
      created_at: at(-2 * minuteMs),
      started_at: at(-minuteMs),
      completed_at: at(0),
      progress: { percent: state === 'succeeded' ? 100 : 40, phase: state, queue_position: 0 },
      ...resultOf(state, name, at(30 * minuteMs)),
      svc_metadata: {
        generation_id: generationId,
        requested_model: 'acme/painter',
        retention_class: 'standard',
        region: 'eu',
        policy: [],
      },
    },
  };
}

function resultOf(state: string, name: string, expiresAt: string): Readonly<Record<string, unknown>> {
  if (state === 'failed') {
    return {
      error: {
        code: 'provider_unavailable',
        kind: 'unavailable',
        scope: 'route',
        message: 'No endpoint could complete the request.',
      },
    };
  }
  if (state !== 'succeeded') return {};
  return {
    output: [
      {
        url: `https://files.example.com/${name}.png`,
        url_expires_at: expiresAt,
        type: 'image/png',
        bytes: 68,
        checksum_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    ],
    usage: {
      units: { images: 1 },
      cost: { billing_usd: 0.04, cost_source: 'price_list', cost_status: 'final', price_version: '2026-11-01' },
    },
  };
}
