import { isObject, type JsonObject } from '@gateproof/spec';

/** What is known of a message when it passes. */
export interface Sight {
  /** Which message about this thing it is, at this place, from 1: of this job, model, event or endpoint. */
  readonly nth: number;
  /** Which message at this place it is, from 1. */
  readonly count: number;
  /** Whether its key came before on this route. */
  readonly isReplay: boolean;
  readonly isStream: boolean;
  readonly isFirstEvent: boolean;
  readonly isLastEvent: boolean;
  /** Whether the account has asked for a cancel. */
  readonly isAfterCancel: boolean;
  /** Whether the key, or the webhook endpoint, is not the first of its account. */
  readonly isOfSecond: boolean;
  readonly isAfterRotation: boolean;
  /** Whether another model or endpoint than the first answered. */
  readonly isAfterFallback: boolean;
  /** Of the job that it speaks of. */
  readonly state: string | undefined;
}

/** When a mutant shows: always, or in a state that few messages are in. */
export const moments = {
  always: () => true,
  'second-time': ({ nth }) => nth >= 2,
  replay: ({ isReplay }) => isReplay,
  streams: ({ isStream }) => isStream,
  'no-streams': ({ isStream }) => !isStream,
  'first-event': ({ isFirstEvent }) => isFirstEvent,
  'last-event': ({ isLastEvent }) => isLastEvent,
  'after-cancel': ({ isAfterCancel }) => isAfterCancel,
  second: ({ isOfSecond }) => isOfSecond,
  'after-rotation': ({ isAfterRotation }) => isAfterRotation,
  'after-fallback': ({ isAfterFallback }) => isAfterFallback,
  'one-in-three': ({ count }) => count % 3 === 0,
  queued: ({ state }) => state === 'queued',
  processing: ({ state }) => state === 'processing',
  succeeded: ({ state }) => state === 'succeeded',
  failed: ({ state }) => state === 'failed',
  canceled: ({ state }) => state === 'canceled',
} as const satisfies Readonly<Record<string, (sight: Sight) => boolean>>;

export type MomentName = keyof typeof moments;

/** Whether what is said was said by another model or endpoint than the first. */
export function isAfterFallback(said: JsonObject, asked: unknown): boolean {
  const { error, model, svc_metadata: metadata } = said;
  if (isObject(error) && Array.isArray(error.attempts)) return error.attempts.length > 1;
  const requested = isObject(metadata) ? (metadata.requested_model ?? model) : isObject(asked) ? asked.model : model;
  return model !== undefined && requested !== undefined && model !== requested;
}
