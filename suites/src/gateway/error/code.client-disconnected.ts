import { type History, routeOf } from '@gateproof/harness';
import { errorsSeen } from '../../support/errors-seen.ts';
import { jobSights } from '../../support/job-sights.ts';
import { partOf } from '../../support/media-jobs.ts';
import { heldIf, type Subject, standingTable } from '../../support/standing-table.ts';

interface CodeSeen extends Subject {
  readonly code: unknown;
  readonly carrier: 'http' | 'chunk' | 'job';
  /** Whether a chat request was answered with it. */
  readonly isOfChat: boolean;
}

/** Every error code that was told, wherever. */
function* codesSeen(history: History): Generator<CodeSeen> {
  for (const { exchange, error, carrier } of errorsSeen(history))
    yield { exchange, code: error?.code, carrier, isOfChat: routeOf(exchange, history.baseUrl) === 'chat' };
  for (const { exchange, job } of jobSights(history)) {
    const code = partOf(job, 'error')?.code;
    if (code !== undefined) yield { exchange, code, carrier: 'job', isOfChat: false };
  }
}

/** An error that names no code shows nothing of the codes that a target uses. */
const never = (code: string) => (seen: CodeSeen) =>
  typeof seen.code === 'string' ? heldIf(seen.code !== code, `never the code ${code}`, seen.code) : undefined;

/** Codes that are never sent on the routes of the contract (Errors › Codes). */
export default standingTable(codesSeen, {
  'error.code.client-disconnected.status': (seen) =>
    seen.carrier === 'http' ? never('client_disconnected')(seen) : undefined,
  'error.code.client-disconnected.kind': (seen) =>
    seen.carrier === 'http' ? undefined : never('client_disconnected')(seen),
  'error.code.retention-expired.jobs-only': (seen) => (seen.isOfChat ? never('retention_expired')(seen) : undefined),
  'error.code.run-not-found.never': never('run_not_found'),
});
