import { patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { answering, idempotencyKeyOf, isMedia } from '../../changes/exchange-changes.ts';
import { rows } from '../../rows.ts';

const sameBytesOnEitherRoute = change(
  'answers the same bytes under a key with one job on either route',
  (behaviour) => {
    const first = new Map<string, SentAnswer>();
    const placeOf = (request: SeenRequest) =>
      JSON.stringify([request.account?.id, idempotencyKeyOf(request), Buffer.from(request.rawBody).toString()]);
    const isKeyed = (request: SeenRequest) => isMedia(request) && idempotencyKeyOf(request) !== undefined;
    const noting = answering((answer, request) => {
      if (isKeyed(request) && answer.status === 202 && !first.has(placeOf(request)))
        first.set(placeOf(request), answer);
      return answer;
    });
    return patch('exchanges', ({ instead }) => ({
      instead: (request) => instead(request) ?? (isKeyed(request) ? first.get(placeOf(request)) : undefined),
    }))(noting(behaviour));
  },
);

/** One key on both routes of media jobs. */
export const idempotencyAcrossRoutes = rows({
  'idempotency.scope.image-and-transcription:bytes': sameBytesOnEitherRoute,
});
