import { JobRun } from '../domain/jobs/job-run.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Job } from '../records/job.ts';
import type { Account } from '../tenants/account.ts';
import type { EventType } from '../tenants/job-finished.ts';
import { createJob } from './create-job.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { jobWorld } from './job-world.ts';

/** An event that is to come about. */
export interface Trigger {
  readonly account: Account;
  readonly type: EventType;
  /** What its job makes. */
  readonly kind: Job['kind'];
  /** Of the request that asks for it. */
  readonly requestId: string;
  /** Under which files are served. */
  readonly origin: string;
}

const models = { image: 'gateproof/image', transcription: 'gateproof/transcribe' } as const;
const modalities = { image: 'image', transcription: 'audio_stt' } as const;
/** Its endpoint fails on every route. */
const failingModel = 'gateproof/fails-server-error';

/** Runs a job of the built-in models that ends as the event says. Resolves with the job once its deliveries are under way. */
export async function triggerEvent(options: GatewayOptions, trigger: Trigger): Promise<Job> {
  const { account, type, kind, requestId, origin } = trigger;
  const key = [...account.keys.values()].find(({ deleted }) => !deleted);
  if (key === undefined) throw new GatewayError('not_found', 'The account has no key that a job could belong to.');
  const job = createJob(
    { account, key, requestId },
    {
      ...{ kind, modality: modalities[kind], isZdr: false, origin },
      work: { body: { model: models[kind] }, modelIds: [type === 'job.failed' ? failingModel : models[kind]] },
    },
  );
  const announced = Promise.withResolvers<void>();
  const world = {
    ...jobWorld(options),
    onFinal: (owner: Account, ended: Job) => options.onJobFinal(owner, ended).finally(announced.resolve),
  };
  const run = new JobRun(world, account, job);
  options.runs.add(job, run);
  run.reserve();
  if (type === 'job.canceled') run.cancel();
  else void account.clock.track(run.start());
  await announced.promise;
  return job;
}
