import { noPatience, type Patience, type PlainAnswer } from '@gateproof/upstreams';
import type { ChatRun } from './chat-run.ts';
import { identityText } from './identity-text.ts';
import type { PlainForms } from './plain-forms.ts';
import { PlainStream } from './plain-stream.ts';

/**
 * Serves a conversation in the same turn, where its first endpoint is one of this process and neither a fault nor the behaviour has a say in its answer:
 * returns the completion as JSON text. Undefined: its endpoints have to be called.
 */
export function completePlainly(run: ChatRun): string | undefined {
  const found = plainAnswerOf(run, 'completion', noPatience);
  if (found === undefined) return undefined;
  run.served(found.candidate);
  return identityText(run.identity(found.candidate.model), 'chat.completion') + found.answer.completion();
}

/** The same as a stream, which may wait as long as the patience is; undefined: its endpoints have to be called. */
export function streamPlainly(run: ChatRun, patience: Patience): PlainStream | undefined {
  const found = plainAnswerOf(run, 'stream', patience);
  return found && new PlainStream(run, found.candidate.model, found.answer);
}

function plainAnswerOf(run: ChatRun, form: keyof PlainForms, patience: Patience) {
  const [candidate] = run.candidates;
  const answer: PlainAnswer | undefined = candidate && run.plainAnswer(candidate, form, patience);
  return candidate === undefined || answer === undefined ? undefined : { candidate, answer };
}
