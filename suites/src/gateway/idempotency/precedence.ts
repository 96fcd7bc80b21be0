import {
  type Account,
  controlRefused,
  controlServed,
  defineCheck,
  type Exchange,
  expectThat,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder } from '../../support/idempotent-chat.ts';
import { controlJob, sendSubmission, submitJob, untilState } from '../../support/media-jobs.ts';
import { limitRate, windowMs } from '../../support/rate-limits.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** What stands in the way of the request when it comes again, and whether it comes a third time when nothing does any more. */
interface Row {
  readonly route: Submission;
  readonly trouble: 'credit' | 'rate';
  readonly restored: boolean;
}

function sendUnder(route: Submission, account: Account, model: Model, idempotencyKey: string): Promise<Exchange> {
  return route === 'chat'
    ? chatUnder(account.key, model, idempotencyKey)
    : sendSubmission(account.key, model, {}, { idempotencyKey });
}

/** Sends the request while the trouble lasts; a rate is used up by a few requests. */
async function sendInTrouble(
  world: World,
  account: Account,
  { route, trouble, restored }: Row,
  { model, send }: { readonly model: Model; readonly send: () => Promise<Exchange> },
): Promise<readonly Exchange[]> {
  if (trouble === 'credit') {
    await account.setCredit(0);
    controlRefused(
      await submit(route, account.key, model),
      route === 'chat' ? 'auth.credit.chat' : 'auth.credit.media',
    );
    const exchange = await send();
    if (restored) await account.setCredit(100);
    return [exchange];
  }
  if (!world.has('rate-limit')) throw new NotArranged('no rate limit can be set');
  await limitRate(world, account, 1);
  const exchanges = [await send(), await send()];
  await account.setRateLimit({ requests: 1_000, windowMs });
  return exchanges;
}

/** A job of its own marks a moment at which a second run would have been seen. */
async function letRunsBegin(world: World, account: Account, route: Submission): Promise<void> {
  if (route === 'chat') return;
  const { id } = await submitJob(account.key, await mediaModel(account, route));
  await untilState(world, account.key, id, 'succeeded');
}

export default defineCheck({
  rule: 'idempotency.precedence.no-second-run',
  ...every<Row>(
    { route: 'chat', trouble: 'credit', restored: false },
    { route: 'chat', trouble: 'credit', restored: true },
    { route: 'image', trouble: 'credit', restored: true },
    { route: 'transcription', trouble: 'credit', restored: true },
    { route: 'chat', trouble: 'rate', restored: true },
    { route: 'image', trouble: 'rate', restored: true },
  ),
  async decide(world, row) {
    const { route, trouble, restored } = row;
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route] });
    const key = world.unique('key');
    const send = () => sendUnder(route, account, model, key);
    const first = await send();
    if (route === 'chat') controlServed(first);
    else await untilState(world, account.key, controlJob(first, `media.create.${route}`).id, 'succeeded');
    const exchanges = [first, ...(await sendInTrouble(world, account, row, { model, send }))];
    if (restored) {
      exchanges.push(await send());
      await letRunsBegin(world, account, route);
    }
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === 1, {
      expected: `one call of the endpoint, though the ${trouble === 'credit' ? 'credit had gone' : 'rate was used up'} meanwhile`,
      observed: `${calls} calls`,
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});
