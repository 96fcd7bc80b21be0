import { type CallClient, type ClientWorld, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk, reportOf } from '../support/client/expectations.ts';
import { operations } from '../support/client/operations.ts';
import { jobBody } from '../support/client/replies.ts';

const { create_image: image } = operations;

/** What the caller asks, and the state in which the service answers it. */
interface Step {
  readonly op: 'get_job' | 'cancel_job' | 'create_image' | 'wait_job';
  readonly state: string;
}
const reads = (...states: readonly string[]) => states.map((state): Step => ({ op: 'get_job', state }));
const cancels = (state: string): Step => ({ op: 'cancel_job', state });
const submits = (state: string): Step => ({ op: 'create_image', state });
const waits = (state: string): Step => ({ op: 'wait_job', state });

/** What becomes of one job while a client asks for it. The work may still end well after an accepted cancel (freedom F014). */
const histories: Readonly<Record<string, readonly Step[]>> = {
  'to its end': reads('queued', 'processing', 'succeeded'),
  'to a failure': reads('processing', 'failed'),
  'to its cancel': reads('queued', 'canceled'),
  'after an accepted cancel': [...reads('queued'), cancels('processing'), ...reads('processing', 'succeeded')],
  'after a cancel of a queued job': [cancels('queued'), ...reads('queued', 'canceled')],
  'waited for after an accepted cancel': [cancels('processing'), waits('succeeded'), ...reads('succeeded')],
  'canceled twice': [cancels('queued'), cancels('processing'), ...reads('processing', 'canceled')],
  'after its submission': [submits('queued'), ...reads('processing', 'succeeded')],
  'canceled after its submission': [submits('queued'), cancels('processing'), ...reads('canceled')],
};

/** Whether the state is what the client reports; a job that failed may be reported as a failure. */
async function expectState(world: ClientWorld, call: CallClient, { op, state }: Step): Promise<void> {
  const from = world.requests().length;
  world.answer(({ method }) => ({
    status: method === 'POST' && op === 'create_image' ? 202 : 200,
    body: jobBody(state),
  }));
  const answer = await call(op, op === 'create_image' ? image.params : { job_id: 'job_1' });
  if (state === 'failed' && !answer.ok) return world.stated();
  const reads = world
    .requests()
    .slice(from)
    .filter(({ method }) => method === 'GET').length;
  if (op === 'cancel_job' && reads > 1 && answer.ok && answer.result.state === 'canceled' && state !== 'canceled')
    throw new NotExercised('the client reads the job after its cancel until it is canceled');
  const result = expectOk(world, answer, `a job in state ${state}`);
  expectThat(world, result.state === state, {
    expected: `${state} from ${op}, as the service says now`,
    observed: String(result.state),
  });
}

/** A client that does one call at a time is let go on after so long. */
const patienceMs = 2_000;
/** So often the job is still read as processing after its cancel, before it ends well. */
const readsAfterCancel = 2;

/** The work may end well after an accepted cancel (freedom F014): a wait ends as the service says, whatever another call asked for. */
async function expectWaitAsRead(world: ClientWorld): Promise<void> {
  world.needs('concurrent');
  const hasCome = Promise.withResolvers<void>();
  let [isCanceled, isLate, later] = [false, false, 0];
  world.answer(({ method }) => {
    hasCome.resolve();
    if (method === 'POST') isCanceled = true;
    else if (isCanceled) later += 1;
    const isOver = later > readsAfterCancel || (isLate && !isCanceled);
    return { body: jobBody(isOver ? 'succeeded' : 'processing') };
  });
  await world.onOneClient(async (call) => {
    const waiting = call('wait_job', { job_id: 'job_1' });
    await Promise.race([hasCome.promise, waiting]);
    const canceling = call('cancel_job', { job_id: 'job_1' });
    await Promise.race([canceling, world.pause(patienceMs)]);
    isLate = true;
    const answer = await waiting;
    await canceling;
    // A client may end its own waits for a job that its caller cancels.
    expectThat(world, !answer.ok || answer.result.state === 'succeeded', {
      expected: 'succeeded from wait_job, as the service says at last, or a failure of the wait',
      observed: reportOf(answer),
    });
  });
}

const rows: Readonly<Record<string, readonly Step[] | typeof expectWaitAsRead>> = {
  ...histories,
  'canceled while it is waited for': expectWaitAsRead,
};
const readAnew = clientRows('client.job.read-anew', rows, async (world, row) => {
  if (typeof row === 'function') return row(world);
  await world.onOneClient(async (call) => {
    for (const step of row) await expectState(world, call, step);
  });
});

/** What a client says of a job that its caller asks for again (Endpoints › GET /v1/jobs/{id}). */
const anew: readonly ClientCheck[] = [readAnew];
export default anew;
