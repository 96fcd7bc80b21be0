import type { SequentialModel } from './linearizability.ts';

export type JobCommand = 'read' | 'cancel';
/** The state that an answer shows; `refused`: 409. */
export type JobAnswer = string;

const canceling = 'a cancel was accepted';
const running: readonly string[] = ['queued', 'processing'];

/**
 * One job whose endpoint may answer at any moment: it runs until it succeeds, fails or is canceled, and then stays as it is. Work that is done before
 * an accepted cancel has taken effect may win (freedom F014), and while that cancel is pending another one may be accepted or refused (freedom F085).
 */
export const jobHistory: SequentialModel<string, JobCommand, JobAnswer> = {
  initial: 'processing',
  after(state, command, answer) {
    if (command === 'read') return afterRead(state, answer);
    if (answer === 'refused') return afterRefusal(state);
    if (state === 'succeeded' || state === 'failed') return [];
    if (state === 'canceled') return answer === state ? [state] : [];
    return [running.includes(answer) ? canceling : answer];
  },
  afterAny: (state, command) => (command === 'read' ? [state] : [state, canceling]).flatMap(reachable),
  keyOf: (state) => state,
};

/** Where a job may come without any request. */
function reachable(state: string): readonly string[] {
  if (running.includes(state)) return [state, 'succeeded', 'failed'];
  return state === canceling ? [state, 'succeeded', 'failed', 'canceled'] : [state];
}

function afterRead(state: string, shown: string): readonly string[] {
  const shows = (one: string) => one === shown || (one === canceling && running.includes(shown));
  if (running.includes(state) && running.includes(shown)) return [state];
  return reachable(state).filter(shows);
}

/** Refused is who comes after the end, or while another cancel is pending. */
function afterRefusal(state: string): readonly string[] {
  return running.includes(state) ? ['succeeded', 'failed'] : reachable(state);
}
