import type { PlainAnswer } from '@gateproof/upstreams';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import type { WriteEvents } from './event-queue.ts';
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
 * The same as a stream: all events are known, and go out together, unless a pace sets them apart. Returns what is to be written last; undefined: its
 * endpoints have to be called.
 */
export function relayPlainly(run: ChatRun, write: WriteEvents): string | Promise<string> | undefined {
  const found = plainAnswerOf(run, 'stream');
  if (found === undefined) return undefined;
  const { pace, closing } = run.world.behaviour.streaming;
  const { candidate, answer } = found;
  const head = `data: ${identityText(run.identity(candidate.model), 'chat.completion.chunk')}`;
  const chunks = answer.chunks();
  if (pace !== undefined) {
    return writePaced(run, { head, chunks, pace, write }).then(() => {
      run.served(candidate);
      return closing();
    });
  }
  run.served(candidate);
  return `${head}${chunks.join(`\n\n${head}`)}\n\n${closing()}`;
}

function plainAnswerOf(run: ChatRun, form: keyof PlainForms) {
  const [candidate] = run.candidates;
  const answer: PlainAnswer | undefined = candidate && run.plainAnswer(candidate, form);
  return candidate === undefined || answer === undefined ? undefined : { candidate, answer };
}

interface PacedEvents {
  /** What the data of each event begins with. */
  readonly head: string;
  readonly chunks: readonly string[];
  readonly pace: (place: number) => Promise<void>;
  readonly write: WriteEvents;
}

/** Throws `ClientGone` when nobody reads any more. */
async function writePaced(run: ChatRun, { head, chunks, pace, write }: PacedEvents): Promise<void> {
  let place = 0;
  for (const chunk of chunks) {
    await pace(place);
    place += 1;
    if (run.request.isGone) {
      run.fail('client_disconnected');
      throw new ClientGone();
    }
    const drained = write(`${head}${chunk}\n\n`);
    if (drained !== undefined) await drained;
  }
}
