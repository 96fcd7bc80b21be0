import type { ModelModality } from '@gateproof/spec';
import { isClaimed } from '../check/is-claimed.ts';
import { NotArranged } from '../check/setup-failed.ts';
import { isObject } from '../exchange/json.ts';
import type { CaseScope } from './case-scope.ts';
import type { RunMeans } from './run-means.ts';

/** What decides which conformance classes a step of a case makes use of. */
export interface ClaimedUse {
  /** The modality of a model that is made. */
  readonly modality?: ModelModality;
  /** Path, body and Idempotency-Key of a request. */
  readonly path?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** What a case takes its claims from, and where it takes down what it can't have. */
interface ClaimScope {
  readonly means: Pick<RunMeans, 'claims' | 'classUses'>;
  readonly lack: CaseScope['lack'];
}

/** Throws `NotArranged` for a step that makes use of a conformance class which the target does not claim. */
export function assertClaimed(use: ClaimedUse, { means: { claims, classUses }, lack }: ClaimScope): void {
  const missing = classesUsed(use).find((id) => !isClaimed(id, claims));
  if (missing === undefined) return;
  const refusal = new NotArranged(`the target does not claim the class ${missing}`);
  classUses.refuse(missing, refusal.message);
  lack(refusal);
  throw refusal;
}

/** Ids of the conformance classes that a step uses. */
export function classesUsed({ modality, path = '', body, idempotencyKey }: ClaimedUse): string[] {
  const isJob = modality === 'image' || modality === 'audio_stt' || /^\/v1\/(images|audio|jobs)\//.test(path);
  return [
    ...(isJob ? ['jobs'] : []),
    ...(isObject(body) && Object.hasOwn(body, 'models') ? ['fallback'] : []),
    ...(idempotencyKey === undefined ? [] : ['idempotency']),
  ];
}
