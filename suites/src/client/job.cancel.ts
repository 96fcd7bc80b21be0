import { type ClientRequest, type ClientWorld, controlThat, expectThat } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk, reportOf } from '../support/client/expectations.ts';
import { jobForms } from '../support/client/job-forms.ts';
import { errorObject, jobBody } from '../support/client/replies.ts';

/** A client that reads on after its cancel finds the job canceled, and may say so. */
const cancelPending = clientRows(
  'client.job.cancel-pending',
  ['queued', 'processing', 'canceled', 'queued, under 202', 'canceled, under 202'],
  async (world, row) => {
    const [state = row, under] = row.split(', ');
    for (const [form, body] of Object.entries(jobForms(state))) {
      const from = world.requests().length;
      // Which status reports an accepted cancel is open (freedom F084).
      world.answer(({ method }) =>
        method === 'POST' ? { status: under === undefined ? 200 : 202, body } : { body: jobBody('canceled') },
      );
      const answer = await world.call('cancel_job', { job_id: 'job_1' });
      const result = expectOk(world, answer, `an accepted cancel whose job is ${state}, ${form},`);
      const hasRead = world
        .requests()
        .slice(from)
        .some(({ method }) => method === 'GET');
      expectThat(world, result.state === state || (hasRead && result.state === 'canceled'), {
        expected: `${state}, as a job ${form} says`,
        observed: String(result.state),
      });
    }
  },
);

/** The code of this refusal is open (freedom F016). */
const refusalCodes = ['job_already_finished', 'idempotency_conflict', 'invalid_state'];
const cancelRefused = clientRows('client.job.cancel-refused', refusalCodes, async (world, code) => {
  world.answer(() => ({ body: jobBody('canceled') }));
  const accepted = await world.call('cancel_job', { job_id: 'job_1' });
  controlThat(
    accepted.ok && accepted.result.state === 'canceled',
    `an accepted cancel is not reported as such: ${reportOf(accepted)}`,
    'client.job.cancel-pending',
  );
  const error = { ...errorObject('idempotency_conflict'), code, message: 'The job has finished.' };
  world.answer(({ method }) => (method === 'POST' ? { status: 409, body: { error } } : { body: jobBody('succeeded') }));
  const answer = await world.call('cancel_job', { job_id: 'job_1' });
  // An error, or the job as it is (freedom F152).
  expectThat(world, !answer.ok || answer.result.state === 'succeeded', {
    expected: 'the 409 for a finished job to be reported as a failure, or the job as succeeded',
    observed: reportOf(answer),
  });
});

/** Where the case's files are: beside its routes. */
const originOf = ({ exchange }: ClientRequest) => exchange.request.url.replace(/\/v1\/.*$/, '');

interface Link {
  /** How its age is shown: by its expiry, or only by what the file server answers. */
  readonly expiresInMs: number;
  /** Reads after which the link opens. */
  readonly freshFrom: number;
  /** Hours that the zone of expiries is ahead of UTC. Default: they are in UTC. */
  readonly zoneH?: number;
  /** Which of the job's two items is opened. Default: the job has one. */
  readonly place?: number;
}

/** A date-time, in UTC or in another zone. */
function dateTime(ms: number, zoneH: number | undefined): string {
  if (zoneH === undefined) return new Date(ms).toISOString();
  const sign = zoneH < 0 ? '-' : '+';
  const local = new Date(ms + zoneH * 3_600_000).toISOString().slice(0, 19);
  return `${local}${sign}${String(Math.abs(zoneH)).padStart(2, '0')}:00`;
}

/** Opens an output whose first links have expired. */
async function openOutput(world: ClientWorld, { expiresInMs, freshFrom, zoneH, place }: Link): Promise<DriverAnswer> {
  let reads = 0;
  world.answer((request) => {
    if (request.path.startsWith('/output/')) {
      const isFresh = request.path === '/output/1' && reads >= freshFrom;
      return isFresh ? { body: 'file' } : { status: 403, body: 'expired' };
    }
    if (request.method === 'POST') return { status: 202, body: jobBody('queued', { id: 'job_2' }) };
    reads += 1;
    const isFresh = reads >= freshFrom;
    const url_expires_at = dateTime(world.nowS() * 1000 + (isFresh ? 3_600_000 : expiresInMs), zoneH);
    const url = `${originOf(request)}/output/${isFresh ? 1 : 0}`;
    const item = { url, url_expires_at, type: 'image/png', bytes: 4 };
    const other = { ...item, url: `${originOf(request)}/output/other` };
    const output = place === undefined ? [item] : place === 0 ? [item, other] : [other, item];
    return { body: jobBody('succeeded', { output }) };
  });
  return world.call('open_output', { job_id: 'job_1', place: place ?? 0 });
}

const links: Readonly<Record<string, Link>> = {
  'expired a minute ago': { expiresInMs: -60_000, freshFrom: 2 },
  'expired a minute ago, in a zone ahead': { expiresInMs: -60_000, freshFrom: 2, zoneH: 5 },
  'the second of two, expired a minute ago': { expiresInMs: -60_000, freshFrom: 2, place: 1 },
  'the first of two, expired a minute ago': { expiresInMs: -60_000, freshFrom: 2, place: 0 },
  'expired a minute ago, in a zone behind': { expiresInMs: -60_000, freshFrom: 2, zoneH: -5 },
};
const freshLink = clientRows<Link>('client.job.fresh-link', links, async (world, link) => {
  const answer = await openOutput(world, link);
  const posts = world.requests().filter(({ method }) => method === 'POST').length;
  const opened = world.requests().some(({ path }) => path === '/output/1');
  expectThat(world, answer.ok && answer.result.bytes === 4 && posts === 0 && opened, {
    expected: 'the file of 4 bytes, by reading the job again for a fresh link',
    observed: `${reportOf(answer)}; ${posts} submissions`,
  });
});

const purgedItem = { type: 'image/png', purged_at: '2026-11-20T12:00:00Z' };
const whole = { url: 'https://files.example.com/1.png', type: 'image/png', bytes: 3 };
const purgedRows = {
  'get_job: one item': { op: 'get_job', output: [purgedItem] },
  'get_job: one of two items': { op: 'get_job', output: [whole, purgedItem] },
  'wait_job: one item': { op: 'wait_job', output: [purgedItem] },
  'wait_job: one of two items': { op: 'wait_job', output: [purgedItem, whole] },
} as const;
const purged = clientRows('client.job.purged-output', purgedRows, async (world, { op, output }) => {
  world.answer(() => ({ body: jobBody('canceled') }));
  const plain = await world.call(op, { job_id: 'job_1' });
  controlThat(
    plain.ok && plain.result.state === 'canceled',
    `a canceled job is not reported as such: ${reportOf(plain)}`,
    'client.job.polls-until-final',
  );
  world.answer(() => ({ body: jobBody('succeeded', { output }) }));
  const answer = await world.call(op, { job_id: 'job_1' });
  const result = expectOk(world, answer, 'a job whose output is purged');
  expectThat(world, result.state === 'succeeded', { expected: 'succeeded', observed: reportOf(answer) });
});

/** Canceling, and the files of finished jobs (States and transitions; Output item). */
const endings: readonly ClientCheck[] = [cancelPending, cancelRefused, freshLink, purged];
export default endings;
