import { createHash } from 'node:crypto';
import { minuteMs } from '@gateproof/spec';
import type { EventType, WebhookEvent } from './delivery.ts';

/** What makes an event one of its own. */
export interface EventSeed {
  /** Unique within all runs; letters, digits and dashes. */
  readonly name: string;
  readonly nowMs: number;
}

/** Words and numbers that follow from a name: two events have few values in common, so that one that holds another's is seen. */
interface OwnValues {
  readonly word: string;
  readonly digest: string;
  /** From 0 to 255. */
  number(place: number): number;
  oneOf<Value>(place: number, values: readonly [Value, ...Value[]]): Value;
}

function ownValues(name: string): OwnValues {
  const bytes = createHash('sha256').update(name).digest();
  const number = (place: number) => bytes[place] ?? 0;
  const digest = bytes.toString('hex');
  return {
    word: digest.slice(0, 8),
    digest,
    number,
    oneOf: (place, values) => values[number(place) % values.length] ?? values[0],
  };
}

/** An event as a conformant gateway sends it: a job in the final state that the type says, with all that the contract shows. */
export function sampleEvent(type: EventType, { name, nowMs }: EventSeed): WebhookEvent {
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  const state = type.slice('job.'.length);
  const generationId = `gen_${name}`;
  const own = ownValues(name);
  const model = `acme/painter-${own.word}`;
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
      model,
      created_at: at(-2 * minuteMs - own.number(0)),
      started_at: at(-minuteMs - own.number(1)),
      completed_at: at(-own.number(2)),
      progress: {
        percent: state === 'succeeded' ? 100 : 1 + (own.number(3) % 98),
        phase: `${state}-${own.word}`,
        queue_position: own.number(4) % 9,
      },
      ...resultOf(state, name, at(30 * minuteMs + own.number(5)), own),
      svc_metadata: {
        generation_id: generationId,
        requested_model: model,
        retention_class: own.oneOf(6, ['standard', 'short', 'none']),
        region: own.oneOf(7, ['eu', 'us', 'ap']),
        policy: own.oneOf<readonly string[]>(8, [[], [`no-training-${own.word}`], ['no-training', `only-${own.word}`]]),
      },
    },
  };
}

function resultOf(state: string, name: string, expiresAt: string, own: OwnValues): Readonly<Record<string, unknown>> {
  if (state === 'failed') {
    return {
      error: {
        code: 'provider_unavailable',
        kind: 'unavailable',
        scope: 'route',
        message: `No endpoint could complete the request ${own.word}.`,
      },
    };
  }
  if (state !== 'succeeded') return {};
  const images = 1 + (own.number(9) % 4);
  return {
    output: [
      {
        url: `https://files.example.com/${name}.png`,
        url_expires_at: expiresAt,
        type: own.oneOf(10, ['image/png', 'image/webp', 'image/jpeg']),
        bytes: 68 + 256 * own.number(11) + own.number(12),
        checksum_sha256: own.digest,
      },
    ],
    usage: {
      units: { images },
      cost: {
        billing_usd: (images * 4) / 100,
        cost_source: own.oneOf(13, ['price_list', 'provider_report']),
        cost_status: own.oneOf(14, ['final', 'estimated']),
        price_version: `2026-11-${10 + (own.number(15) % 20)}`,
      },
    },
  };
}
