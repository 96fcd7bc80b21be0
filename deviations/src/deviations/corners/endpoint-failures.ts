import { type EndpointFailure, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** The code of a failure of an endpoint, where the reference would tell another. */
function classifying(applies: (failure: EndpointFailure) => boolean, code: string) {
  return patch('routing', ({ classify }) => ({
    classify: (failure) => (applies(failure) ? code : classify(failure)),
  }));
}

const isStatus = (failure: EndpointFailure, ...statuses: readonly number[]) =>
  failure.how === 'status' && statuses.includes(failure.status);

/** Rules that an error which an endpoint sends under 200 is for: in place of an answer, before a stream's chunks and among them. */
const errorObjectRules = ['stream.early.error-event', 'stream.failure-cause.error-event'] as const;

/** Such errors, passed on as the client's. */
const errorObjects: readonly Deviation[] = errorObjectRules.flatMap((rule) =>
  (['unauthorized', 'invalid_request'] as const).map((code) =>
    breaking(
      `${rule}:error-as-${code.replace('_', '-')}`,
      `tells an error that an endpoint sends under 200 as ${code}`,
      classifying(({ how }) => how === 'error-object', code),
    ),
  ),
);

/** Failures of endpoints that are told wrong in one corner. */
export const endpointFailureCorners: readonly Deviation[] = [
  breaking(
    'media.failure.unauthorized:forbidden',
    'tells the 403 of an endpoint as forbidden',
    classifying((failure) => isStatus(failure, 403), 'forbidden'),
  ),
  ...errorObjects,
];
