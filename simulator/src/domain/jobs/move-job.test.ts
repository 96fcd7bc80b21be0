import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceJobs } from '../../behaviour/jobs.ts';
import { isFinal, type Job, type JobStage } from '../../records/job.ts';
import { moveJob } from './move-job.ts';

const stages: readonly JobStage[] = [
  { state: 'queued' },
  { state: 'processing', startedAtMs: 1 },
  { state: 'succeeded', startedAtMs: 1, completedAtMs: 2, files: [] },
  { state: 'failed', startedAtMs: 1, completedAtMs: 2, error: { code: 'internal_error', scope: null, message: 'x' } },
  { state: 'canceled', startedAtMs: undefined, completedAtMs: 2 },
];

test('whatever is asked of a job in whatever order, its first final stage stays and it is never queued again', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...stages), { minLength: 1, maxLength: 12 }), (asked) => {
      const job = { stage: { state: 'queued' } } as Job;
      let final: JobStage | undefined;
      for (const next of asked) {
        const before = job.stage;
        const moved = moveJob(referenceJobs, job, next);
        expect(job.stage).toBe(moved ? next : before);
        if (before.state === 'processing') expect(job.stage.state).not.toBe('queued');
        if (final !== undefined) expect(job.stage).toBe(final);
        if (isFinal(job.stage.state)) final ??= job.stage;
      }
    }),
  );
});
