import type { Generation } from '../records/generation.ts';
import { isFinal, type Job } from '../records/job.ts';
import type { Row } from '../store/store.ts';
import type { Account } from '../tenants/account.ts';

/** A job as it is kept: its key and its generation are records of their own. */
export type KeptJob = Omit<Job, 'key' | 'generation' | 'abort'> & {
  readonly keyId: string;
  readonly generationId: string;
};

export function jobRow(account: Account, job: Job): Row {
  const { key, generation, abort: _abort, ...rest } = job;
  const value: KeptJob = { ...rest, keyId: key.id, generationId: generation.id };
  const row = { kind: 'job', id: job.id, account: account.id, value } as const;
  // Due: somebody has work to do with it.
  return isFinal(job.stage.state) ? row : { ...row, dueAtMs: job.createdAtMs };
}

export function generationRow(account: Account, generation: Generation): Row {
  return { kind: 'generation', id: rowIdOf(account, generation), account: account.id, value: { ...generation } };
}

/** A conversation's row is written once, so its id can begin with the moment: ids that come one behind the other change fewer pages of an index. */
function rowIdOf({ clock }: Account, { id, kind }: Generation): string {
  return kind === 'chat' ? `${clock.now().toString(36)}/${id}` : id;
}

/** The job that was kept; undefined when what belongs to it is missing. */
export function jobOf(kept: KeptJob, account: Account, generations: ReadonlyMap<string, Generation>): Job | undefined {
  const { keyId, generationId, ...rest } = kept;
  const key = account.keys.get(keyId);
  const generation = generations.get(generationId);
  if (key === undefined || generation === undefined) return undefined;
  return { ...rest, key, generation, abort: new AbortController() };
}
