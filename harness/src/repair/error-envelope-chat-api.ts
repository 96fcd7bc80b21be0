import { errorTable } from '@gateproof/spec';
import { errors } from './answer-kinds.ts';
import { completed, errorIn, mendErrors, type SeenError } from './error-answer.ts';
import type { Repair } from './repair.ts';

/** `{"error": {"message": …, "type": …, "param": …, "code": …}}`: nothing says whether a retry may help. */
export const errorEnvelopeChatApi: Repair = {
  id: 'error-envelope-chat-api',
  sentence: 'Errors have the shape of the common chat API: without `kind` and `scope`.',
  states: [
    'error.envelope.kind-present',
    'error.envelope.scope-present',
    'error.envelope.code-present',
    'error.envelope.code-known',
    'error.envelope.param-present',
    'error.envelope.param-null',
  ],
  concerns: errors,
  mend: (exchange) => mendErrors(exchange, mended),
};

function mended(seen: SeenError) {
  const error = errorIn(seen);
  if (error === undefined || 'kind' in error || 'scope' in error) return undefined;
  const { code: given, ...others } = error;
  const code = typeof given === 'string' && errorTable.has(given) ? given : seen.row.code;
  // The shape has a type: one that is missing is another break.
  const { type: _, ...whole } = completed({ ...others, code }, messageOf(error.message), seen.row);
  const mended = error.type === undefined ? whole : { ...whole, type: error.type };
  return { ...(seen.json as object), error: mended };
}

function messageOf(message: unknown): string {
  return typeof message === 'string' ? message : '';
}
