import { caution, defineCheck, expectThat, type WebhookEndpoint, type World } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { finishedJob } from '../../support/finished-jobs.ts';
import { expectNotSignedBy, expectSignedBy } from '../../support/signatures.ts';
import { attemptsFor, deliveryFor, firstAttempt, listen } from '../../support/webhooks.ts';

/** Freedom F150 warns about secrets that are shorter. */
const shortSecret = 16;

const shown = defineCheck({
  rule: 'signature.secret.shown',
  input: fc.constant('one endpoint'),
  cases: 1,
  async decide(world) {
    const account = await world.account();
    const webhook = await account.webhook();
    const [secret = ''] = webhook.secrets();
    await account.key.models();
    expectThat(world, secret !== '' && !/\s/.test(secret), {
      expected: 'a signing secret: a non-empty string without blanks',
      observed: secret === '' ? 'an empty one' : 'one with blanks',
    });
    if (secret.length >= shortSecret) return;
    const expected = `a signing secret of at least ${shortSecret} characters`;
    caution(world, { expected, observed: `${secret.length} characters` });
  },
});

const perEndpoint = defineCheck({
  rule: 'signature.secret.per-endpoint',
  input: fc.constant('three endpoints of one workspace, two of another'),
  cases: 1,
  async decide(world) {
    const secrets = [];
    for (const paths of [
      ['/one', '/two', '/three'],
      ['/one', '/two'],
    ]) {
      const account = await world.account();
      for (const path of paths) secrets.push((await account.webhook({ path })).secrets()[0]);
      await account.key.models();
    }
    expectThat(world, new Set(secrets).size === secrets.length, {
      expected: `${secrets.length} secrets for ${secrets.length} endpoints of two workspaces`,
      observed: `${new Set(secrets).size}`,
    });
  },
});

/** An endpoint that was removed and is added once more is another one: the secret that was shown last signs. */
async function expectNewSecret(world: World): Promise<void> {
  const listening = await listen(world);
  const [first] = listening.webhook.secrets();
  await firstAttempt(world, listening);
  const again = await listening.webhook.addAgain();
  const { delivery } = await firstAttempt(world, listening);
  expectSignedBy(world, delivery.exchange, again, 'the secret that was shown when the endpoint was added again');
  if (again !== first)
    expectNotSignedBy(world, delivery.exchange, first, 'the secret from before the endpoint was removed');
}

const ownEndpoint = defineCheck({
  rule: 'signature.secret.own-endpoint',
  ...every<'first attempts' | 'retries' | 'added again'>('first attempts', 'retries', 'added again'),
  async decide(world, attempts) {
    if (attempts === 'added again') return expectNewSecret(world);
    const account = await world.account();
    const webhooks: WebhookEndpoint[] = [];
    for (const path of ['/one', '/two', '/three']) webhooks.push(await account.webhook({ path }));
    if (attempts === 'retries')
      for (const webhook of webhooks) webhook.answer({ kind: 'status', status: 500 }, { kind: 'status', status: 200 });
    const { id } = await finishedJob(world, account, 'succeeded');
    for (const webhook of webhooks) await deliveryFor(world, webhook, id);
    const seen = () => webhooks.map((webhook) => attemptsFor(world, webhook, id));
    if (attempts === 'retries')
      for (let passed = 0; passed < 12 && seen().some((all) => all.length < 2); passed += 1)
        await account.advance(hourMs);
    for (const [place, webhook] of webhooks.entries()) {
      for (const { exchange } of seen()[place] ?? []) {
        expectSignedBy(world, exchange, webhook.secrets()[0], "the endpoint's own secret");
        for (const other of webhooks) {
          if (other !== webhook) expectNotSignedBy(world, exchange, other.secrets()[0], "another endpoint's secret");
        }
      }
    }
  },
});

/** Signing secrets (Events; Authentication, 7). */
export default [shown, perEndpoint, ownEndpoint];
