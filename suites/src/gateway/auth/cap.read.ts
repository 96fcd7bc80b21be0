import {
  type Account,
  besideControl,
  caution,
  controlRefused,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Key,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { submitJob } from '../../support/media-jobs.ts';
import { beyondCap } from '../../support/spent-caps.ts';
import { submit } from '../../support/submissions.ts';

/** A key that has spent its whole cap, cent for cent, where the gateway lets it; what is served at the cap itself is free (F065). */
async function spentKey(world: World, account: Account): Promise<Key> {
  const model = await account.model({ priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 2 });
  for (let sent = 0; sent < 2; sent += 1) await submit('chat', key, model);
  controlRefused(await beyondCap(world, () => submit('chat', key, model)), 'auth.cap.chat');
  return key;
}

async function cappedKey(account: Account): Promise<Key> {
  const model = await account.model({ priceUsd: 1 });
  const key = await account.cappedKey(model);
  controlRefused(await submit('chat', key, model), 'auth.cap.chat');
  return key;
}

function answered(read: Exchange) {
  const finding = {
    expected: `GET ${read.request.url} to be answered 200, because a read crosses no cap`,
    observed: describeAnswer(read),
    exchanges: [read.id],
  };
  return [read.response?.status === 200, finding] as const;
}

export default defineCheck({
  rule: 'auth.cap.read',
  ...every('a cap below every price', 'a cap that is used up'),
  async decide(world, how) {
    const account = await world.account();
    const key = await (how === 'a cap that is used up' ? spentKey(world, account) : cappedKey(account));
    const { id: model } = await account.usableModel();
    const list = await key.models();
    await besideControl(
      () => expectThat(world, ...answered(list)),
      async () => controlServed(await account.key.models()),
    );
    // Freedom F064 rejects a 402 on the list alone.
    const others = [await key.model(model)];
    if (world.has('upstreams') && world.claims('jobs')) {
      const { id: job } = await submitJob(account.key, await account.usableModel('image'));
      others.push(await key.job(job));
    }
    for (const read of others) {
      const [isAnswered, finding] = answered(read);
      if (!isAnswered) caution(world, finding);
    }
  },
});
