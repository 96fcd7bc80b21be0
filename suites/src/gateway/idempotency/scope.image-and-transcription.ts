import {
  codeOf,
  controlAnswer,
  defineCheck,
  describeAnswer,
  expectThat,
  type Key,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, routeFor, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

export default defineCheck({
  rule: 'idempotency.scope.image-and-transcription',
  ...every<readonly [MediaRoute, 'the same body'?]>(
    ['image'],
    ['transcription'],
    ['image', 'the same body'],
    ['transcription', 'the same body'],
  ),
  async decide(world, [firstRoute, same]) {
    const account = await world.account();
    const otherRoute = firstRoute === 'image' ? 'transcription' : 'image';
    const [one, other] = [await mediaModel(account, firstRoute), await mediaModel(account, otherRoute)];
    if (same !== undefined) return sameBody(world, account.key, one, other);
    await submitJob(account.key, other);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, one, {}, { idempotencyKey });
    const second = await sendSubmission(account.key, other, {}, { idempotencyKey });
    const { status } = controlAnswer(second);
    const job = jobOf(second);
    const isConflict = status === 409 && codeOf(second) === 'idempotency_conflict';
    expectThat(world, isConflict || (job !== undefined && job.id !== first.id), {
      expected: 'a job of its own, or 409 idempotency_conflict',
      observed: job === undefined ? describeAnswer(second) : `the job ${first.id} of the other route`,
      exchanges: [first.exchange.id, second.id],
    });
    const again = await sendSubmission(account.key, one, {}, { idempotencyKey });
    controlFirstResult(firstRoute, first.exchange, again);
  },
});

/** What one route has accepted byte for byte is refused by the other, or makes a job of its own there. */
async function sameBody(world: World, key: Key, one: Model, other: Model): Promise<void> {
  const idempotencyKey = world.unique('key');
  const body = { ...other.inputs, ...one.inputs, model: one.id };
  const send = (route: MediaRoute) =>
    route === 'image' ? key.image(body, { idempotencyKey }) : key.transcription(body, { idempotencyKey });
  const first = await send(routeFor(one));
  const job = jobOf(first);
  if (job === undefined) throw new NotArranged('inputs of another model are refused here');
  const second = await send(routeFor(other));
  controlAnswer(second);
  expectThat(world, jobOf(second)?.id !== job.id, {
    expected: 'a refusal, or a job of its own',
    observed: `the job ${String(job.id)} of the other route`,
    exchanges: [first.id, second.id],
  });
  controlFirstResult(routeFor(one), first, await send(routeFor(one)));
}
