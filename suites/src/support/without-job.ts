import {
  type Account,
  controlThat,
  type Exchange,
  expectThat,
  type Key,
  type Model,
  type World,
} from '@gateproof/harness';
import { submitJob, untilFinal } from './media-jobs.ts';
import { submit } from './submissions.ts';
import { controlRefusedAs } from './without-effect.ts';

/** A submission that is to be refused under `key`, and what is done before the account's first key submits the control. */
interface RefusedJob {
  readonly account: Account;
  readonly model: Model;
  readonly key: Key;
  /** How it is to be refused, and by which rule. */
  readonly status: number;
  readonly rule: string;
  readonly extra?: object;
  afterwards?(): Promise<void>;
}

/**
 * States that a submission that is refused under the key runs nothing: a job that runs afterwards proves that its work would have been
 * seen, and that none is still on its way.
 */
export async function expectNoJobRun(
  world: World,
  { account, model, key, status, rule, extra = {}, afterwards }: RefusedJob,
): Promise<void> {
  const refused: Exchange = await submit('image', key, model, extra);
  controlRefusedAs(refused, { status, rule });
  await afterwards?.();
  const { id } = await submitJob(account.key, model);
  await untilFinal(world, account.key, id, 'job.outcome.succeeded');
  const calls = model.upstreams.flatMap((upstream) => upstream.calls()).length;
  controlThat(calls > 0, 'the control ran without a call to our upstream', 'media.create.runs');
  expectThat(world, calls === 1, {
    expected: 'only the accepted submission to reach the upstream, not the refused one',
    observed: `${calls} calls`,
    exchanges: [refused.id],
  });
}
