import { errors } from './answer-kinds.ts';
import { envelope, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';
import { withHeader } from './rewrite.ts';

/** Plain text, HTML or nothing at all. What is sent as JSON instead is labelled so: an error page has one cause, and not two. */
export const errorEnvelopeAbsent: Repair = {
  id: 'error-envelope-absent',
  sentence: 'There are errors whose body is no JSON, such as error pages.',
  states: ['error.envelope.object'],
  concerns: errors,
  mend(exchange) {
    const mended = mendErrors(exchange, ({ json, text, row }) =>
      json === undefined ? envelope(text, row) : undefined,
    );
    return mended === undefined ? undefined : withHeader(mended, 'Content-Type', 'application/json');
  },
};
