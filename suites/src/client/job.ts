import { type ClientWorld, controlThat, expectThat, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectFailure, expectOk, requestsTo, told } from '../support/client/expectations.ts';
import { errorAnswer, jobBody } from '../support/client/replies.ts';

const limitMs = 40_000;
const jobPath = '/v1/jobs/job_1';

/** Waits for a job whose reads are answered so, in order, the last again. */
async function waitFor(world: ClientWorld, ...answers: readonly ScriptedAnswer[]): Promise<DriverAnswer> {
  const from = world.requests().length;
  world.answer(({ number }) => answers[Math.min(number - from, answers.length) - 1] ?? { status: 500 });
  return world.call('wait_job', { job_id: 'job_1' }, { limitMs });
}

/** The client must have read the job so often for its answer to mean anything. */
function requireReads(world: ClientWorld, wanted: number): void {
  const reads = requestsTo(world, jobPath).length;
  controlThat(
    reads >= wanted,
    `the client read the job ${reads} times, and ${wanted} were wanted`,
    'client.job.polls-until-final',
  );
}

const states = (...list: readonly string[]) => list.map((state): ScriptedAnswer => ({ body: jobBody(state) }));
const stateIn = (answer: DriverAnswer) => (answer.ok ? answer.result.state : undefined);

const pollsUntilFinal = clientRows(
  'client.job.polls-until-final',
  ['succeeded', 'failed', 'canceled'],
  async (world, state) => {
    const answer = await waitFor(world, ...states('queued', 'processing', 'processing', state));
    const reads = requestsTo(world, jobPath).length;
    const ended = state === 'failed' && !answer.ok ? 'failed' : stateIn(answer);
    expectThat(world, reads >= 4 && ended === state, {
      expected: `the wait to end at ${state}, after four reads`,
      observed: `${told(answer)} after ${reads} reads`,
    });
  },
);

const pollingEnds = clientRows('client.job.polling-ends', ['succeeded', 'failed', 'canceled'], async (world, state) => {
  await waitFor(world, ...states('processing', state));
  const before = requestsTo(world, jobPath).length;
  if (before < 2) throw new NotExercised('the client did not read until the job was final');
  await world.pause(1_500);
  const after = requestsTo(world, jobPath).length;
  expectThat(world, after === before, {
    expected: 'no read after the job was final',
    observed: `${after - before} reads`,
  });
});

const skipped = clientCheck('client.job.skipped-states', async (world) => {
  const answer = await waitFor(world, ...states('queued', 'queued', 'succeeded'));
  requireReads(world, 3);
  expectThat(world, stateIn(answer) === 'succeeded', { expected: 'succeeded', observed: told(answer) });
});

const canceledIsFinal = clientCheck('client.job.canceled-is-final', async (world) => {
  const answer = await waitFor(world, ...states('processing', 'canceled'));
  expectThat(world, stateIn(answer) === 'canceled', { expected: 'canceled', observed: told(answer) });
});

const pollRetries = clientRows(
  'client.job.poll-retries',
  ['provider_unavailable', 'rate_limited'],
  async (world, code) => {
    const answer = await waitFor(
      world,
      { body: jobBody('processing') },
      errorAnswer(code, { retry_after_ms: 100 }, { 'retry-after': '1' }),
      { body: jobBody('succeeded') },
    );
    if (requestsTo(world, jobPath).length < 3)
      throw new NotExercised('the client gives up at the first poll that fails, and says so');
    expectThat(world, stateIn(answer) === 'succeeded', {
      expected: 'the job followed to its end',
      observed: told(answer),
    });
  },
);

const notFound = clientCheck('client.job.not-found', async (world) => {
  const good = await waitFor(world, ...states('succeeded'));
  expectOk(world, good, 'a finished job');
  expectFailure(world, await waitFor(world, errorAnswer('job_not_found')), 'a job that is not found', 'job_not_found');
});

const notResubmitted = clientCheck('client.job.not-resubmitted', async (world) => {
  const answer = await waitFor(world, ...states('queued', 'processing', 'succeeded'));
  requireReads(world, 3);
  const posts = world.requests().filter(({ method }) => method === 'POST');
  expectOk(world, answer, 'a job that succeeds');
  expectThat(world, posts.length === 0, { expected: 'no submission while waiting', observed: `${posts.length}` });
});

const pollPace = clientCheck('client.job.poll-pace', async (world) => {
  await waitFor(world, ...states('queued', 'processing', 'processing', 'succeeded'));
  const times = requestsTo(world, jobPath).map(({ exchange }) => exchange.request.atMs);
  const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  expectThat(world, gaps.length > 0 && gaps.every((gap) => gap >= 50), {
    expected: 'a wait between two reads',
    observed: gaps.map((gap) => `${gap.toFixed(0)} ms`).join(', '),
  });
});

const cancelPending = clientRows(
  'client.job.cancel-pending',
  ['queued', 'processing', 'canceled'],
  async (world, state) => {
    world.answer(() => ({ body: jobBody(state) }));
    const answer = await world.call('cancel_job', { job_id: 'job_1' });
    const result = expectOk(world, answer, `an accepted cancel whose job is ${state}`);
    expectThat(world, result.state === state, { expected: state, observed: String(result.state) });
  },
);

const cancelRefused = clientCheck('client.job.cancel-refused', async (world) => {
  world.answer(() => ({ body: jobBody('canceled') }));
  expectOk(world, await world.call('cancel_job', { job_id: 'job_1' }), 'an accepted cancel');
  world.answer(() => ({
    status: 409,
    body: {
      error: {
        code: 'job_already_finished',
        message: 'Finished.',
        kind: 'terminal',
        scope: 'request',
        type: 'conflict_error',
        param: null,
      },
    },
  }));
  expectFailure(world, await world.call('cancel_job', { job_id: 'job_1' }), 'the 409 for a finished job');
});

const freshLink = clientCheck('client.job.fresh-link', async (world) => {
  let reads = 0;
  world.answer(({ path, exchange }) => {
    const origin =
      exchange.request.url.slice(0, exchange.request.url.indexOf('/', 8)) +
      (/\/\/[^/]+(\/[^/]+)/.exec(exchange.request.url)?.[1] ?? '');
    if (path.startsWith('/output/'))
      return path === '/output/1' && reads >= 2 ? { body: 'file' } : { status: 403, body: 'expired' };
    reads += 1;
    const expired = reads < 2;
    const at = new Date(world.nowS() * 1000 + (expired ? -60_000 : 3_600_000)).toISOString();
    return {
      body: jobBody('succeeded', {
        output: [{ url: `${origin}/output/${expired ? 0 : 1}`, url_expires_at: at, type: 'image/png', bytes: 4 }],
      }),
    };
  });
  const answer = await world.call('open_output', { job_id: 'job_1', place: 0 });
  const posts = world.requests().filter(({ method }) => method === 'POST').length;
  const opened = world.requests().some(({ path }) => path === '/output/1');
  expectThat(world, answer.ok && posts === 0 && opened, {
    expected: 'the file, by reading the job again for a fresh link',
    observed: `${told(answer)}; ${posts} submissions`,
  });
});

const purged = clientCheck('client.job.purged-output', async (world) => {
  world.answer(() => ({
    body: jobBody('succeeded', { output: [{ type: 'image/png', purged_at: '2026-11-20T12:00:00Z' }] }),
  }));
  const answer = await world.call('get_job', { job_id: 'job_1' });
  requireReads(world, 1);
  const result = expectOk(world, answer, 'a job whose output is purged');
  expectThat(world, result.state === 'succeeded', { expected: 'succeeded', observed: told(answer) });
});

/** How a client follows jobs (States and transitions; GET /v1/jobs/{id}). */
const jobs: readonly ClientCheck[] = [
  pollsUntilFinal,
  pollingEnds,
  skipped,
  canceledIsFinal,
  pollRetries,
  notFound,
  notResubmitted,
  pollPace,
  cancelPending,
  cancelRefused,
  freshLink,
  purged,
];
export default jobs;
