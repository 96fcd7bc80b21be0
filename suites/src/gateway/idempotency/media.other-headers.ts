import { defineCheck, expectThat, type Header } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { jobOf, mediaRoutes, sendSubmission, submitJob, untilFinal } from '../../support/media-jobs.ts';
import { controlKeysWork } from '../../support/working-keys.ts';

const otherHeaders = {
  'another Accept': () => ['Accept', '*/*'],
  'a charset': () => ['Content-Type', 'application/json; charset=utf-8'],
  metadata: (prefix) => [serviceNames(prefix).metadataHeader, 'enabled'],
} as const satisfies Readonly<Record<string, (prefix: string) => Header>>;
const names = Object.keys(otherHeaders) as (keyof typeof otherHeaders)[];

/** The key and the body make a submission the same, whatever other headers say; a conflict is right, too (freedom F037). */
export default defineCheck({
  rule: 'idempotency.media.other-headers',
  ...every(...mediaRoutes.flatMap((route) => names.map((name) => ({ route, name })))),
  describe: ({ route, name }) => `${route}, with ${name}`,
  async decide(world, { route, name }) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const idempotencyKey = world.unique('key');
    const first = await submitJob(account.key, model, {}, { idempotencyKey });
    await untilFinal(world, account.key, first.id, 'job.outcome.succeeded');
    const headers = [otherHeaders[name](world.prefix)];
    const again = await sendSubmission(account.key, model, {}, { idempotencyKey, headers });
    const second = jobOf(again)?.id;
    // A job of its own marks a moment at which a second run would have been seen, and shows that keys are read at all.
    const marker = await mediaModel(account, route);
    await controlKeysWork(world, account.key, marker);
    await untilFinal(world, account.key, (await submitJob(account.key, marker)).id, 'job.outcome.succeeded');
    const calls = model.upstreams[0]?.calls().length;
    expectThat(world, calls === 1 && (second === undefined || second === first.id), {
      expected: `one call of the endpoint and the one job ${first.id}, though a header differs`,
      observed: `${calls} calls${second === undefined ? '' : `, job ${String(second)}`}`,
      exchanges: [first.exchange.id, again.id],
    });
  },
});
