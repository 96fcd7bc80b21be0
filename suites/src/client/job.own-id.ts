import { type ClientRequest, type ClientWorld, expectThat, NotExercised } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { type Operation, operations } from '../support/client/operations.ts';
import { jobBody } from '../support/client/replies.ts';

const { get_job: read, wait_job: wait, cancel_job: cancel } = operations;
const rows: Readonly<Record<string, Operation>> = { get_job: read, wait_job: wait, cancel_job: cancel };

/** Long strings that need no escape in a path; a client may refuse the characters of the first by itself. */
const longIds = ['job_Ab9-Z_x.y~1', 'job_Ab9-Z_x'].map((start) => `${start}${'-Ab0'.repeat(20)}`);
const jobsPath = '/v1/jobs/';

/** The id in the path of a request about a job; undefined for another request. */
function idIn({ path }: ClientRequest): string | undefined {
  if (!path.startsWith(jobsPath)) return undefined;
  return decodeURIComponent(path.slice(jobsPath.length).split('?')[0] ?? '').replace(/\/cancel$/, '');
}

/** The requests that a call about this job led to; undefined: the client refused the id by itself. */
async function askedFor(
  world: ClientWorld,
  { op }: Operation,
  id: string,
): Promise<readonly ClientRequest[] | undefined> {
  world.answer(({ method }) => ({ body: jobBody(method === 'POST' ? 'canceled' : 'succeeded', { id }) }));
  const answer = await world.call(op, { job_id: id });
  const asked = world.requests();
  return answer.ok || asked.length > 0 ? asked : undefined;
}

const ownId = clientRows('client.job.own-id', rows, async (world, operation) => {
  const [odd, plain] = longIds as [string, string];
  const first = await askedFor(world, operation, odd);
  const id = first === undefined ? plain : odd;
  const asked = first ?? (await askedFor(world, operation, plain));
  if (asked === undefined) throw new NotExercised('the client refused the id and sent no request');
  const ids = [...new Set(asked.map(idIn).filter((one) => one !== undefined))];
  expectThat(world, ids.length === 1 && ids[0] === id, {
    expected: `requests below ${jobsPath}${id}, the id that the caller gave`,
    observed: ids.length === 0 ? 'none about a job' : ids.map((one) => `${jobsPath}${one}`).join(', '),
    exchanges: asked.map(({ exchange }) => exchange.id),
  });
});

/** A job is known by the id of its creation, whatever letters it has (Endpoints › GET /v1/jobs/{id}). */
const ids: readonly ClientCheck[] = [ownId];
export default ids;
