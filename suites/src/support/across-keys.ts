import { type Account, expectThat, type Model, patienceMs, SetupFailed, type World } from '@gateproof/harness';
import { jobOf, routeFor, sendSubmission } from './media-jobs.ts';

/**
 * Submits at the same time under two API keys of one account and one idempotency key. API keys share their idempotency keys or have
 * their own (freedom F034): each gets one job at most, and each job one call.
 */
export async function acrossKeys(
  at: { readonly world: World; readonly account: Account; readonly model: Model; readonly idempotencyKey: string },
  count: number,
): Promise<void> {
  const { world, account, model, idempotencyKey } = at;
  const keys = [account.key, await account.newKey()] as const;
  const exchanges = await Promise.all(
    Array.from({ length: count * 2 }, (_, place) =>
      sendSubmission(keys[place % 2 === 0 ? 0 : 1], model, {}, { idempotencyKey }),
    ),
  );
  const reported = exchanges.map((exchange) => jobOf(exchange)?.id);
  const jobs = new Set(reported.filter((id) => id !== undefined));
  if (jobs.size === 0)
    throw new SetupFailed('none of the simultaneous submissions was accepted', {
      prerequisite: `media.create.${routeFor(model)}`,
    });
  const each = keys.map(
    (_, key) => new Set(reported.filter((id, place) => place % 2 === key && id !== undefined)).size,
  );
  expectThat(world, Math.max(...each) <= 1, {
    expected: 'at most one job for each of two API keys of an account that submit at the same time',
    observed: `${each.join(' and ')} jobs`,
    exchanges: exchanges.map(({ id }) => id),
  });
  const [upstream] = model.upstreams;
  await upstream?.call(jobs.size, patienceMs);
  expectThat(world, upstream?.calls().length === jobs.size, {
    expected: `${jobs.size} calls of the endpoint, for as many jobs`,
    observed: `${upstream?.calls().length} calls`,
    exchanges: exchanges.map(({ id }) => id),
  });
}
