import type { Clock } from '@gateproof/upstreams';
import type { CallEntry, CallLog } from '../journal/call-log.ts';
import type { UpstreamAnswer } from '../transport/upstream-transport.ts';

/** The same answer, while the log follows it to its end. */
export async function recordCall(
  log: CallLog,
  entry: CallEntry,
  clock: Pick<Clock, 'now'>,
  answering: Promise<UpstreamAnswer>,
): Promise<UpstreamAnswer> {
  try {
    const answer = await answering;
    log.answered(entry, answer.status);
    return { ...answer, body: followed(answer.body, (outcome) => log.end(entry, outcome, clock.now())) };
  } catch (error) {
    log.end(entry, 'lost', clock.now());
    throw error;
  }
}

async function* followed(
  body: AsyncIterable<Uint8Array>,
  onEnd: (outcome: 'whole' | 'lost') => void,
): AsyncGenerator<Uint8Array> {
  let outcome: 'whole' | 'lost' = 'lost';
  try {
    yield* body;
    outcome = 'whole';
  } finally {
    onEnd(outcome);
  }
}
