import type { Account, ApiKey, Job } from '@gateproof/simulator/behaviour';
import { isObject, type JsonObject } from '@gateproof/spec';

/** Thrown where a deviation asks for what only the gateway itself knows. */
export class NotSeen extends Error {}

/** A record of which a proxy knows a few members; to ask for another is `NotSeen`. */
export function partly<Whole extends object>(known: Partial<Whole>): Whole {
  return new Proxy(known, {
    get(target, name, receiver): unknown {
      if (!(name in target)) throw new NotSeen(`a proxy does not see ${String(name)}`);
      return Reflect.get(target, name, receiver);
    },
  }) as Whole;
}

/** The jobs of one caller, as far as their answers and submissions show them. */
export class SeenJobs {
  readonly jobs = new Map<string, Job>();
  readonly account: Account;

  constructor(id: string) {
    this.account = partly<Account>({ id, jobs: this.jobs });
  }

  /** The job that an answer shows; the same record for the same id, so that what is counted by job is. */
  see(shown: JsonObject, key: ApiKey, submission?: JsonObject): Job {
    const id = String(shown.id);
    const job = this.jobs.get(id) ?? firstSight(shown, key, submission ?? {});
    job.stage = stageOf(shown);
    job.model = String(shown.model);
    this.jobs.set(id, job);
    return job;
  }
}

function firstSight(shown: JsonObject, key: ApiKey, submission: JsonObject): Job {
  const models = Array.isArray(submission.models) ? submission.models.map(String) : [];
  const requested = String(submission.model ?? shown.model);
  return partly<Job>({
    id: String(shown.id),
    kind: shown.modality === 'image' ? 'image' : 'transcription',
    modality: String(shown.modality),
    model: String(shown.model),
    requestedModel: requested,
    createdAtMs: momentOf(shown.created_at),
    isZdr: Object.values(submission).some((part) => isObject(part) && part.zdr === true),
    retryOf: typeof shown.retry_of === 'string' ? shown.retry_of : undefined,
    key,
    work: { body: submission, modelIds: [requested, ...models] },
    stage: stageOf(shown),
  });
}

function stageOf(shown: JsonObject): Job['stage'] {
  const { state, error } = shown;
  const startedAtMs = shown.started_at === undefined ? undefined : momentOf(shown.started_at);
  const completedAtMs = momentOf(shown.completed_at);
  if (state === 'processing') return { state, startedAtMs: startedAtMs ?? completedAtMs };
  if (state === 'succeeded') return { state, startedAtMs, completedAtMs, files: [] };
  if (state === 'canceled') return { state, startedAtMs, completedAtMs };
  if (state === 'failed' && isObject(error)) {
    const said = { code: String(error.code), scope: null, message: String(error.message) };
    return { state, startedAtMs, completedAtMs, error: said };
  }
  return { state: 'queued' };
}

function momentOf(text: unknown): number {
  return Date.parse(String(text));
}
