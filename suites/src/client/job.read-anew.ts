import { expectThat } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { jobBody } from '../support/client/replies.ts';

/** The states of one job, as it is read again and again. */
const histories: Readonly<Record<string, readonly string[]>> = {
  'to its end': ['queued', 'processing', 'succeeded'],
  'to a failure': ['processing', 'failed'],
  'to its cancel': ['queued', 'canceled'],
};

const readAnew = clientRows('client.job.read-anew', histories, (world, states) =>
  world.onOneClient(async (call) => {
    for (const state of states) {
      world.answer(() => ({ body: jobBody(state) }));
      const answer = await call('get_job', { job_id: 'job_1' });
      // A client may report a job that failed as a failure.
      if (state === 'failed' && !answer.ok) return world.stated();
      const result = expectOk(world, answer, `a job in state ${state}`);
      expectThat(world, result.state === state, {
        expected: `${state}, as the service says now`,
        observed: String(result.state),
      });
    }
  }),
);

/** What a client says of a job that its caller reads again (Endpoints › GET /v1/jobs/{id}). */
const reads: readonly ClientCheck[] = [readAnew];
export default reads;
