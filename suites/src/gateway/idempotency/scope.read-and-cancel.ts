import { caution, defineCheck, describeAnswer, expectAnswer, expectThat } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { holdJob, mediaModel } from '../../support/held-jobs.ts';
import { jobOf, sendSubmission, submitJob, untilFinal } from '../../support/media-jobs.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** On reads and cancels the header means nothing; a 400 for it is one that freedom F040 warns about. */
export default defineCheck({
  rule: 'idempotency.scope.read-and-cancel',
  ...every('job' as const, 'cancel' as const, 'models' as const),
  async decide(world, verb) {
    const account = await world.account();
    const idempotencyKey = world.unique('key');
    const model = await mediaModel(account, 'image');
    const used = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilFinal(world, account.key, used.id, 'job.outcome.succeeded');
    const other = await holdJob(account);
    const exchange = await (verb === 'models'
      ? account.key.models({ idempotencyKey })
      : account.key[verb](other.id, { idempotencyKey }));
    const { status } = expectAnswer(world, exchange);
    const exchanges = [used.exchange.id, exchange.id];
    controlFirstResult('image', used.exchange, await sendSubmission(account.key, model, {}, { idempotencyKey }));
    if (status === 400)
      caution(world, { expected: 'the header ignored', observed: describeAnswer(exchange), exchanges });
    const told = jobOf(exchange)?.id;
    expectThat(world, status < 300 && (verb === 'models' ? told === undefined : told === other.id), {
      expected: verb === 'models' ? 'the model list' : `the job ${other.id} that was asked for`,
      observed: told === used.id ? `the job ${used.id} that was submitted under the key` : describeAnswer(exchange),
      exchanges,
    });
  },
});
