import { defineCheck, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { momentOf } from '../../support/date-time.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob } from '../../support/media-jobs.ts';

const slackMs = 10_000;

interface Submitted {
  readonly route: MediaRoute;
  /** How far the account's clock is moved on before. */
  readonly movedMs: number;
  /** Of a job that failed before the clock was moved. */
  readonly isRetry: boolean;
}

export default defineCheck<Submitted>({
  rule: 'job.time.created-at-submission',
  input: fc.record({
    route: fc.constantFrom<MediaRoute>('image', 'transcription'),
    movedMs: fc.constantFrom(0, 3_600_000, 86_400_000),
    isRetry: fc.boolean(),
  }),
  examples: [{ route: 'image', movedMs: 3_600_000, isRetry: true }],
  cases: 4,
  async decide(world, { route, movedMs, isRetry }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const extra = isRetry ? { retry_of: (await finishedJob(world, account, 'failed', route)).id } : {};
    if (movedMs > 0) await account.advance(movedMs);
    const fromMs = await account.now();
    const { job, exchange } = await submitJob(account.key, model, extra);
    const untilMs = await account.now();
    const createdMs = momentOf(job.created_at);
    expectThat(world, createdMs >= fromMs - slackMs && createdMs <= untilMs + slackMs, {
      expected: `created_at between ${new Date(fromMs).toISOString()} and ${new Date(untilMs).toISOString()} on the account's clock`,
      observed: String(job.created_at),
      exchanges: [exchange.id],
    });
  },
});
