import type { ModelModality } from '@gateproof/spec';
import { isClaimed } from '../check/is-claimed.ts';
import { NotArranged } from '../check/setup-failed.ts';
import { isObject } from '../exchange/json.ts';

/** What decides which conformance classes a step of a case makes use of. */
export interface ClaimedUse {
  /** The modality of a model that is made. */
  readonly modality?: ModelModality;
  /** Path, body and Idempotency-Key of a request. */
  readonly path?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** Throws `NotArranged` for a step that makes use of a conformance class which the target does not claim. */
export function assertClaimed(use: ClaimedUse, claims: readonly string[] | undefined): void {
  const missing = classesUsed(use).find((id) => !isClaimed(id, claims));
  if (missing !== undefined) throw new NotArranged(`the target does not claim the class ${missing}`);
}

function classesUsed({ modality, path = '', body, idempotencyKey }: ClaimedUse): string[] {
  const isJob = modality === 'image' || modality === 'audio_stt' || /^\/v1\/(images|audio|jobs)\//.test(path);
  return [
    ...(isJob ? ['jobs'] : []),
    ...(isObject(body) && Object.hasOwn(body, 'models') ? ['fallback'] : []),
    ...(idempotencyKey === undefined ? [] : ['idempotency']),
  ];
}
