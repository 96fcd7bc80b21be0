import {
  type Account,
  caution,
  controlAnswer,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  envelopeBreak,
  envelopeOf,
  expectAnswer,
  expectThat,
  inCase,
  jobPath,
  NotArranged,
  NotExercised,
  objectOf,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { holdJob } from '../../support/held-jobs.ts';
import { readJob } from '../../support/media-jobs.ts';

const unroutedRequests = [
  { method: 'GET', path: '/v1/no-such-route' },
  { method: 'GET', path: '/v1/chat/completions' },
  { method: 'DELETE', path: '/v1/models' },
  { method: 'POST', path: '/v1/models' },
  { method: 'GET', path: '/v2/models' },
  { method: 'GET', path: '/v1/images/generations' },
  { method: 'GET', path: '/v1/audio/transcriptions' },
  { method: 'GET', path: '/v1/jobs/job_nobody/cancel' },
  { method: 'PUT', path: '/v1/jobs/job_nobody' },
];

function requestsWords(requests: typeof unroutedRequests): string {
  return requests.map(({ method, path }) => `${method} ${path}`).join(', ');
}

/** Routes that the contract does not show, and that a gateway may have besides (freedom F017). */
const mayBeRoutes: ReadonlySet<string> = new Set([
  'GET /v1/chat/completions',
  'GET /v1/images/generations',
  'GET /v1/audio/transcriptions',
  'GET /v2/models',
]);

function isServed(exchange: Exchange): boolean {
  return exchange.response?.status === 200 && objectOf(exchange) !== undefined && envelopeOf(exchange) === undefined;
}

/** A good body is served by POST alone. */
async function expectOtherMethodsRefused(world: World, account: Account): Promise<void> {
  const model = await account.servedModel();
  if (model === undefined) throw new NotArranged('no model serves a chat');
  for (const method of ['PUT', 'PATCH']) {
    const body = { model: model.id, messages: hello };
    const exchange = await account.key.send({ method, path: '/v1/chat/completions', body });
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status >= 300 && status < 500, {
      expected: `a good body that is sent by ${method} not to be served, and no server error`,
      observed: `status ${status}`,
      exchanges: [exchange.id],
    });
  }
}

/** Only POST cancels a job. */
async function expectLiveJobLeft(world: World, account: Account): Promise<void> {
  if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('no job can be held');
  const job = await holdJob(account);
  for (const [method, path] of [
    ['GET', `${jobPath(job.id)}/cancel`],
    ['PUT', `${jobPath(job.id)}/cancel`],
    ['PUT', jobPath(job.id)],
  ] as const) {
    const exchange = await account.key.send({ method, path });
    const { status } = expectAnswer(world, exchange);
    const { job: seen } = await readJob(account.key, job.id);
    expectThat(world, status >= 300 && status < 500 && seen.state !== 'canceled', {
      expected: `${method} on the path of a job that runs not to be served, no server error, and the job to run on`,
      observed: `status ${status}, and a ${String(seen.state)} job`,
      exchanges: [exchange.id],
    });
  }
  job.release();
}

/** Servers refuse them before they look for a route, or take them for the id of nothing. */
const undecodable = ['/v1/models/gateproof/%E0%A4%A', '/v1/jobs/job_%E0%A4%A', '/v1/%E0%A4%A'];

async function expectUndecodableRefused(world: World, account: Account): Promise<void> {
  for (const path of undecodable) {
    await inCase(`a path that does not decode: GET ${path}`, async () => {
      const exchange = await account.key.send({ path });
      const { status } = expectAnswer(world, exchange);
      expectThat(world, status >= 300 && status < 500, {
        expected: `a 4xx for GET ${path}, which does not decode`,
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    });
  }
}

const unroutedStatus = defineCheck<
  typeof unroutedRequests | 'a good body' | 'a live job' | 'a path that does not decode'
>({
  rule: 'error.unknown-route.status',
  input: fc.shuffledSubarray(unroutedRequests, { minLength: unroutedRequests.length }),
  examples: [unroutedRequests, 'a good body', 'a live job', 'a path that does not decode'],
  cases: 5,
  describe: (requests) => (typeof requests === 'string' ? requests : requestsWords(requests)),
  async decide(world, requests) {
    const account = await world.account();
    if (requests === 'a path that does not decode') return expectUndecodableRefused(world, account);
    if (requests === 'a live job') return expectLiveJobLeft(world, account);
    if (requests === 'a good body') return expectOtherMethodsRefused(world, account);
    const served: string[] = [];
    for (const request of requests) {
      const exchange = await account.key.send(request);
      const { status } = expectAnswer(world, exchange);
      if (mayBeRoutes.has(`${request.method} ${request.path}`) && isServed(exchange)) {
        served.push(exchange.id);
        continue;
      }
      await inCase(`${request.method} ${request.path}`, async () =>
        expectThat(world, status >= 300 && status < 500, {
          expected: `${request.method} ${request.path} not to be served, and no server error`,
          observed: describeAnswer(exchange),
          exchanges: [exchange.id],
        }),
      );
    }
    if (served.length > 0)
      caution(world, { expected: 'none but the routes of the contract', observed: 'further ones', exchanges: served });
  },
});

const unroutedEnvelope = defineCheck({
  rule: 'error.unknown-route.envelope',
  input: fc.shuffledSubarray(unroutedRequests, { minLength: unroutedRequests.length }),
  cases: 1,
  describe: requestsWords,
  async decide(world, requests) {
    const account = await world.account();
    let refused = 0;
    for (const request of requests) {
      const exchange = await account.key.send(request);
      const { status } = controlAnswer(exchange);
      const isRoute = mayBeRoutes.has(`${request.method} ${request.path}`) && isServed(exchange);
      // What leads elsewhere is no refusal.
      if (isRoute || (status >= 300 && status < 400)) continue;
      controlThat(
        status >= 400,
        `${request.method} ${request.path} is answered ${status}`,
        'error.unknown-route.status',
      );
      refused += 1;
      await inCase(`${request.method} ${request.path}`, async () => {
        const broken = envelopeBreak(exchange);
        expectThat(world, broken === undefined, {
          expected: `the envelope in the answer to ${request.method} ${request.path}`,
          observed: `${describeAnswer(exchange)}, which breaks ${broken}`,
          exchanges: [exchange.id],
        });
      });
    }
    if (refused === 0) throw new NotExercised('every unknown path leads elsewhere');
  },
});

export default [unroutedStatus, unroutedEnvelope];
