import type { PlainAnswer } from '@gateproof/upstreams';
import type { ChatRun } from './chat-run.ts';
import { identityText } from './identity-text.ts';
import type { PlainForms } from './plain-forms.ts';

/**
 * Serves a conversation in the same turn, where its first endpoint is one of this process and neither a fault nor the behaviour has a say in its answer:
 * returns the completion as JSON text. Undefined: its endpoints have to be called.
 */
export function completePlainly(run: ChatRun): string | undefined {
  const found = plainAnswerOf(run, 'completion');
  if (found === undefined) return undefined;
  run.served(found.candidate);
  return identityText(run.identity(found.candidate.model), 'chat.completion') + found.answer.completion();
}

/**
 * The same as a stream: all events are known, and go out together, as the text that is returned; undefined: its endpoints have to be called.
 */
export function relayPlainly(run: ChatRun): string | undefined {
  const found = plainAnswerOf(run, 'stream');
  if (found === undefined) return undefined;
  const { candidate, answer } = found;
  const head = `data: ${identityText(run.identity(candidate.model), 'chat.completion.chunk')}`;
  run.served(candidate);
  const chunks = [...answer.chunks()];
  // All joined at once: text that is put together piece by piece has to be copied again before it is sent.
  chunks[0] = head + chunks[0];
  chunks.push(`${chunks.pop()}\n\n${run.world.behaviour.streaming.closing()}`);
  return chunks.join(`\n\n${head}`);
}

function plainAnswerOf(run: ChatRun, form: keyof PlainForms) {
  const [candidate] = run.candidates;
  const answer: PlainAnswer | undefined = candidate && run.plainAnswer(candidate, form);
  return candidate === undefined || answer === undefined ? undefined : { candidate, answer };
}
