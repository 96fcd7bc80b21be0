import {
  besideControl,
  type ClientWorld,
  controlThat,
  DriverSilent,
  expectThat,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectFailure, reportOf, requestsTo, requireOk } from '../support/client/expectations.ts';
import { jobForms } from '../support/client/job-forms.ts';
import { gapsBetween } from '../support/client/operations.ts';
import { errorAnswer, jobBody } from '../support/client/replies.ts';

const limitMs = 40_000;
const jobPath = '/v1/jobs/job_1';
/** A client that reads so often beyond the last scripted answer gets the answer that there is no such job, so that its wait ends. */
const spareReads = 5;

/** Waits for a job whose reads are answered so, in order, the last again. */
function waitFor(world: ClientWorld, ...answers: readonly ScriptedAnswer[]): Promise<DriverAnswer> {
  return waitForJob(world, 'job_1', answers);
}

async function waitForJob(
  world: ClientWorld,
  job_id: string,
  answers: readonly ScriptedAnswer[],
): Promise<DriverAnswer> {
  const from = world.requests().length;
  world.answer(({ number, method }) => {
    if (method !== 'GET') return { status: 202, body: jobBody('queued', { id: 'job_2' }) };
    const place = number - from;
    if (place > answers.length + spareReads) return errorAnswer('job_not_found');
    return answers[Math.min(place, answers.length) - 1] ?? { status: 500 };
  });
  return world.call('wait_job', { job_id }, { limitMs });
}

/** The client must have read the job so often for its answer to mean anything. */
function requireReads(world: ClientWorld, wanted: number, from = 0): void {
  const reads = requestsTo(world, jobPath, from).length;
  controlThat(
    reads >= wanted,
    `the client read the job ${reads} times, and ${wanted} were wanted`,
    'client.job.polls-until-final',
  );
}

/** As `waitFor`, of a client that reads the job until its last answer. */
async function followed(world: ClientWorld, ...answers: readonly ScriptedAnswer[]): Promise<DriverAnswer> {
  const from = world.requests().length;
  const answer = await waitFor(world, ...answers);
  requireReads(world, answers.length, from);
  return answer;
}

const states = (...list: readonly string[]) => list.map((state): ScriptedAnswer => ({ body: jobBody(state) }));
const stateIn = (answer: DriverAnswer) => (answer.ok ? answer.result.state : undefined);
/** How the wait ended; a failed job may be reported as a failure with its code. */
const endOf = (answer: DriverAnswer) =>
  !answer.ok && answer.error.code === 'provider_unavailable' ? 'failed' : stateIn(answer);
const nearly = { body: jobBody('processing', { progress: { percent: 100, phase: 'succeeded' } }) };
const withOutput = { body: jobBody('processing', { output: [], completed_at: '2026-11-20T10:00:05Z' }) };
const withOneImage = {
  body: jobBody('processing', { output: [{ url: 'https://files.example.com/first-of-two.png' }] }),
};
const rest = (state: string) => states('queued', 'processing', 'processing', state);
/** So many reads are asked for only of a client whose waits are short. */
const manyReads = 25;
const longGapMs = 1_000;
const tooSeldom = () => new NotExercised('the client reads too seldom for many reads');

const pollRows: Readonly<Record<string, readonly ScriptedAnswer[]>> = {
  succeeded: rest('succeeded'),
  failed: rest('failed'),
  canceled: rest('canceled'),
  'after 100 percent': [...states('queued'), nearly, nearly, ...states('succeeded')],
  'after partial output': [...states('processing'), withOutput, withOutput, ...states('succeeded')],
  'after the first of two images': [...states('queued'), withOneImage, withOneImage, ...states('succeeded')],
  ...Object.fromEntries(
    Object.entries(jobForms('succeeded')).map(([form, body]) => [`a job ${form}`, [...states('processing'), { body }]]),
  ),
};
const isState = (answer: ScriptedAnswer | undefined) => (answer?.body as { state?: unknown } | undefined)?.state;

/** The job that is read is the one of the caller, whatever characters its id has. */
async function followsId(world: ClientWorld, id: string): Promise<void> {
  const body = (state: string) => ({ body: jobBody(state, { id }) });
  const answer = await waitForJob(world, id, [body('processing'), body('succeeded')]);
  if (!answer.ok && world.requests().length === 0)
    throw new NotExercised('the client refused the id and sent no request');
  const paths = [...new Set(world.requests().map(({ path }) => path.split('?')[0]))];
  const isOwn = paths.every((path) => decodeURIComponent(path ?? '') === `/v1/jobs/${id}`);
  expectThat(world, isOwn && stateIn(answer) === 'succeeded', {
    expected: `the wait to end at succeeded, by reading /v1/jobs/${id}`,
    observed: `${reportOf(answer)} after reading ${paths.join(', ')}`,
  });
}

const pollsUntilFinal = clientRows(
  'client.job.polls-until-final',
  { ...pollRows, 'after many reads': [], 'an id of many characters': [] },
  async (world, script, name) => {
    if (name === 'an id of many characters') return followsId(world, 'job_Ab9-Z_x.y~1');
    if (script.length === 0) {
      await waitFor(world, ...states('processing', 'processing', 'succeeded'));
      if (gapsBetween(requestsTo(world, jobPath)).some((gap) => gap > longGapMs)) throw tooSeldom();
    }
    const from = world.requests().length;
    const answers =
      script.length > 0 ? script : states(...Array.from({ length: manyReads }, () => 'processing'), 'succeeded');
    const answer = await waitFor(world, ...answers).catch((error: unknown) => {
      const [lastGapMs = 0] = gapsBetween(requestsTo(world, jobPath, from)).slice(-1);
      if (error instanceof DriverSilent && script.length === 0 && lastGapMs > longGapMs) throw tooSeldom();
      throw error;
    });
    const reads = requestsTo(world, jobPath, from).length;
    const wanted = isState(answers.at(-1));
    expectThat(world, reads >= answers.length && endOf(answer) === wanted, {
      expected: `the wait to end at ${String(wanted)}, after ${answers.length} reads`,
      observed: `${reportOf(answer)} after ${reads} reads`,
    });
  },
);

const pollingEnds = clientRows('client.job.polling-ends', ['succeeded', 'failed', 'canceled'], async (world, state) => {
  await waitFor(world, ...states('processing', state));
  const before = requestsTo(world, jobPath).length;
  requireReads(world, 2);
  await world.pause(1_500);
  const after = requestsTo(world, jobPath).length;
  // One more read is a fresh look at what was made; going on is polling.
  expectThat(world, after === before && before <= 3, {
    expected: 'no read after the job was final',
    observed: `${before - 2} reads before the wait ended, ${after - before} after it`,
  });
});

const skips = {
  'queued, succeeded': states('queued', 'queued', 'succeeded'),
  'succeeded at once': states('succeeded'),
  'queued, failed': states('queued', 'failed'),
  'queued, canceled': states('queued', 'canceled'),
};
const skipped = clientRows('client.job.skipped-states', skips, async (world, answers) => {
  const wanted = isState(answers.at(-1));
  const state = async () => {
    const answer = await followed(world, ...answers);
    expectThat(world, endOf(answer) === wanted, { expected: String(wanted), observed: reportOf(answer) });
  };
  await besideControl(state, async () => {
    const answer = await followed(world, ...states('processing'), ...answers.slice(-1));
    const what = `a job that is ${String(wanted)} after processing is reported as ${reportOf(answer)}`;
    controlThat(endOf(answer) === wanted, what, 'client.job.polls-until-final');
  });
});

const canceledIsFinal = clientRows(
  'client.job.canceled-is-final',
  { processing: ['processing'], 'at once': [], 'read alone': undefined },
  async (world, before) => {
    for (const [form, body] of Object.entries(jobForms('canceled'))) {
      world.answer(() => ({ body }));
      const answer =
        before === undefined
          ? await world.call('get_job', { job_id: 'job_1' })
          : await followed(world, ...states(...before), { body });
      expectThat(world, stateIn(answer) === 'canceled', {
        expected: `canceled, as a job ${form} says`,
        observed: reportOf(answer),
      });
    }
  },
);

const lostConnection = 'a lost connection';

/** A client may give up, but then it says which error it met, and not that the job ended. */
const pollRetries = clientRows(
  'client.job.poll-retries',
  ['provider_unavailable', 'rate_limited', 'upstream_timeout', 'internal_error', lostConnection],
  async (world, code) => {
    const failing: ScriptedAnswer =
      code === lostConnection ? { ending: 'lost' } : errorAnswer(code, { retry_after_ms: 100 }, { 'retry-after': '1' });
    const answer = await waitFor(world, { body: jobBody('processing') }, failing, { body: jobBody('succeeded') });
    const reads = requestsTo(world, jobPath).length;
    requireReads(world, 2);
    const own = answer.ok ? undefined : answer.error.code;
    // A client may have a code of its own for what the service did not send.
    const gaveUp = reads < 3 && !answer.ok && (own === undefined || own === code || code === lostConnection);
    if (gaveUp) throw new NotExercised('the client gives up at the first poll that fails, and says so');
    expectThat(world, reads >= 3 && stateIn(answer) === 'succeeded', {
      expected: 'the job followed to its end',
      observed: `${reportOf(answer)} after ${reads} reads`,
    });
  },
);

const notFound = clientRows('client.job.not-found', ['at once', 'after a read'], async (world, when) => {
  requireOk(await waitFor(world, ...states('succeeded')), 'a finished job', 'client.job.polls-until-final');
  const gone = errorAnswer('job_not_found');
  const first = when === 'at once' ? [] : states('processing');
  const from = world.requests().length;
  const answer = await waitFor(world, ...first, gone, gone, gone, gone, gone, ...states('succeeded'));
  requireReads(world, first.length + 1, from);
  expectFailure(world, answer, 'a job that is not found', 'job_not_found');
});

const submittedRows: Readonly<Record<string, readonly ScriptedAnswer[]>> = {
  succeeded: states('queued', 'processing', 'succeeded'),
  failed: states('queued', 'processing', 'failed'),
  canceled: states('queued', 'canceled'),
  'a failing poll': [...states('queued'), errorAnswer('provider_unavailable'), ...states('succeeded')],
  'not found': [errorAnswer('job_not_found')],
};
/** The waits that any client follows to the last answer; at an error it may give up. */
const toTheEnd = new Set([submittedRows.succeeded, submittedRows.failed, submittedRows.canceled]);
const notResubmitted = clientRows('client.job.not-resubmitted', submittedRows, async (world, answers) => {
  await waitFor(world, ...answers);
  requireReads(world, toTheEnd.has(answers) ? answers.length : 1);
  const posts = world.requests().filter(({ method }) => method === 'POST');
  expectThat(world, posts.length === 0, {
    expected: 'no submission while waiting',
    observed: posts.map(({ method, path }) => `${method} ${path}`).join(', '),
  });
});

const pollPace = clientRows('client.job.poll-pace', ['from queued', 'from processing'], async (world, row) => {
  const answers = states(row === 'from queued' ? 'queued' : 'processing', 'processing', 'processing', 'succeeded');
  await followed(world, ...answers);
  // What is read after the final state is no wait for it.
  const gaps = gapsBetween(requestsTo(world, jobPath).slice(0, answers.length));
  expectThat(world, gaps.length > 0 && gaps.every((gap) => gap >= 50), {
    expected: 'a wait between two reads',
    observed: gaps.map((gap) => `${gap.toFixed(0)} ms`).join(', '),
  });
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
];
export default jobs;
