import { envelope, mendErrors } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** Plain text, HTML or nothing at all. */
export const errorEnvelopeAbsent: Repair = {
  id: 'error-envelope-absent',
  sentence: 'The bodies of errors are no JSON.',
  states: ['error.envelope.object'],
  mend: (exchange) =>
    mendErrors(exchange, ({ json, text, row }) => (json === undefined ? envelope(text, row) : undefined)),
};
