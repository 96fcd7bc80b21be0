import { isObject, type JsonObject } from '@gateproof/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitRun } from '../domain/admission/admit-run.ts';
import { modelIdsOf, parseObject, validateBody } from '../domain/chat/parse-body.ts';
import type { Ticket } from '../domain/idempotency/ticket.ts';
import { JobRun, type JobWorld, unknownJob } from '../domain/jobs/job-run.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Job } from '../records/job.ts';
import type { Model } from '../records/model.ts';
import type { Caller, RunRequest } from '../tenants/admission-request.ts';
import { type Admitted, answerRun, type RunRoute } from './answer-run.ts';
import { createJob } from './create-job.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { identifyCaller } from './identify-caller.ts';
import { jobWorld } from './job-world.ts';
import { renderJob, sendJobText } from './send-job.ts';

type Kind = Job['kind'];

const submittedStatus = 202;
const known = ['model', 'models', 'retry_of', 'provider'];

interface Submission extends Admitted {
  readonly route: Kind;
  /** Models that may serve, in order; at least one. */
  readonly models: readonly Model[];
}

/** `POST /v1/images/generations` and `POST /v1/audio/transcriptions`: the answer is always a Job. */
export function submissionRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const { paths } = options.behaviour.routes;
  for (const kind of ['image', 'transcription'] as const) {
    const route = submissionRoute(options, kind);
    app.post(paths[kind], (request, reply) => answerRun(options, route, request, reply));
  }
}

function submissionRoute(options: GatewayOptions, route: Kind): RunRoute<Submission> {
  const admit = submissionAdmission(options, route);
  const world = jobWorld(options);
  return {
    admit,
    async run(submission, ticket, request, reply) {
      const text = await runJob({ options, world }, submission, originOf(request), ticket);
      return sendJobText(options, reply, submittedStatus, text);
    },
    replay: (answer, reply) => sendKept(options, reply, answer.form === 'json' ? answer.text : ''),
    refuse(thrown) {
      throw thrown;
    },
  };
}

/** Makes the job, starts its work once it is kept, and returns what the submission is answered. */
async function runJob(
  { options, world }: { readonly options: GatewayOptions; readonly world: JobWorld },
  submission: Submission,
  origin: string,
  ticket: Ticket | undefined,
): Promise<string> {
  const { submissionWaitMs } = options.behaviour.jobs;
  const { account, key } = submission.caller;
  const { route: kind, body, models, asked } = submission;
  const job = createJob(submission.caller, {
    ...{ kind, origin, modality: models[0]?.modality ?? 'image' },
    work: { body, modelIds: models.map(({ id }) => id), reply: submission.caller.reply },
    isZdr: asked.service.zdr === true,
  });
  const run = new JobRun(world, account, job);
  options.runs.add(job, run);
  run.reserve();
  const rendered = () =>
    ({ form: 'json', text: JSON.stringify(renderJob(options, { account, job, where: 'submission' })) }) as const;
  const answer = rendered();
  const rows = options.persistence.rows(account, { jobs: [job], generations: [job.generation], keys: [key] });
  try {
    if (ticket === undefined) await options.persistence.save(rows);
    else await (submissionWaitMs > 0 ? ticket.accept(answer, rows) : ticket.finish(answer, rows));
  } catch (thrown) {
    run.cancel();
    throw thrown;
  }
  const ended = account.clock.track(run.start());
  if (submissionWaitMs === 0) return answer.text;
  await Promise.race([ended, pauseOn(account, submissionWaitMs)]);
  const waited = rendered();
  await ticket?.finish(waited);
  return waited.text;
}

function sendKept(options: GatewayOptions, reply: FastifyReply, text: string): FastifyReply {
  const { idempotency } = options.behaviour;
  return sendJobText(options, reply, idempotency.replayStatus ?? submittedStatus, text);
}

function submissionAdmission(options: GatewayOptions, kind: Kind): (request: FastifyRequest) => Submission {
  const { behaviour, names } = options;
  const { requestField: serviceField } = names;
  const fields = { required: ['model'], known: [...known, serviceField], serviceField };
  return (request) => {
    const caller = identifyCaller(options, request, kind);
    const sent = parseObject(behaviour.bodies, request.body as Uint8Array, request.headers['content-type']);
    const { jobs } = caller.account;
    const body = behaviour.bodies.understood(sent, (id) => jobs.get(id)?.requestedModel);
    validateBody(behaviour.bodies, body, fields);
    const service = body[serviceField];
    const asked: RunRequest = {
      kind,
      modelIds: modelIdsOf(behaviour.bodies, body),
      body,
      provider: isObject(body.provider) ? body.provider : {},
      service: isObject(service) ? service : {},
    };
    const models = admitRun(behaviour.admission, caller, asked);
    refuseInputs(options, kind, body);
    refuseRetryOf(options, caller, body);
    return { route: kind, caller, body, asked, models };
  };
}

function refuseInputs({ behaviour }: GatewayOptions, kind: Kind, body: JsonObject): void {
  const problem = behaviour.jobs.inputProblem(kind, body);
  if (problem === undefined) return;
  const message = behaviour.bodies.messageFor(problem.field, problem.wanted);
  throw new GatewayError('invalid_request', message, { scope: 'request' });
}

/** A job of another account is treated just as one that does not exist. */
function refuseRetryOf(
  { behaviour, registry }: GatewayOptions,
  { account, key }: Caller,
  { retry_of: id }: JsonObject,
): void {
  const { jobs, bodies } = behaviour;
  if (typeof id !== 'string' || jobs.unknownRetry === 'accept') return;
  if (jobs.find(id, account, registry.accounts(), 'retry', key) !== undefined) return;
  if (jobs.unknownRetry === 'job_not_found') throw unknownJob(id);
  throw new GatewayError('invalid_request', bodies.messageFor('retry_of', 'names no job of the account'), {
    scope: 'request',
  });
}

function pauseOn({ clock }: Caller['account'], ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
