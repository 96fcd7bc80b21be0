import {
  type Account,
  controlAccepted,
  controlServed,
  defineCheck,
  expectRefusal,
  expectThat,
  inCase,
  type Key,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { controlJob, jobOf, mediaRoutes, untilFinal } from '../../support/media-jobs.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

const routes: readonly Submission[] = ['chat', 'image', 'transcription'];

/** How the forbidden model is asked for; with a list, no entry of which is in the key's set either. */
interface Variant {
  readonly stream?: boolean;
  readonly withList?: boolean;
  /** With a list of an allowed model, which may answer in its place. */
  readonly besideAllowed?: boolean;
  /** Under a key that has restrictions of other kinds too, which let it pass. */
  readonly amongOthers?: boolean;
}

/** Asked beside an allowed model, a forbidden one is refused or passed over: the allowed one may answer, and the forbidden one is never asked. */
async function expectNotAsked(
  world: World,
  account: Account,
  { route, key, allowed, forbidden }: Readonly<{ route: Submission; key: Key; allowed: Model; forbidden: Model }>,
): Promise<void> {
  if (forbidden.upstreams.length === 0) throw new NotArranged('the endpoints of the forbidden model are not ours');
  const exchange = await submit(route, key, forbidden, { models: [allowed.id] });
  const { status } = exchange.response ?? { status: 0 };
  if (status < 200 || status >= 300) return void expectRefusal(world, exchange, 'forbidden');
  const job = route === 'chat' ? undefined : jobOf(exchange);
  if (job !== undefined) await untilFinal(world, account.key, String(job.id), 'job.outcome.succeeded');
  const isAsked = forbidden.upstreams.some((upstream) => upstream.calls().length > 0);
  expectThat(world, !isAsked, {
    expected: "a model outside the key's set never to be asked, whichever models stand in the list",
    observed: 'it was asked',
    exchanges: [exchange.id],
  });
}

/** One check per route: a key with a model set is refused for a model outside it, which another key of the account may use. */
const refusedElsewhere = routes.map((route) =>
  defineCheck({
    rule: `auth.model.${route}`,
    ...every<Variant>(
      {},
      ...(route === 'chat' ? [{ stream: true }] : []),
      { withList: true },
      { besideAllowed: true },
      { amongOthers: true },
    ),
    async decide(world, { withList, besideAllowed, amongOthers, ...extra }) {
      if (withList === true && !world.has('models')) throw new NotArranged('no third model can be made');
      const account = await world.account();
      const { allowed, forbidden, ...restricted } = await account.restrictedKey(modalityOf[route]);
      const key =
        amongOthers === true
          ? await account.newKey({ ...(await openRestrictions(world, account)), models: [allowed.id] })
          : restricted.key;
      controlAccepted(await submit(route, key, allowed));
      if (besideAllowed === true) return expectNotAsked(world, account, { route, key, allowed, forbidden });
      controlAccepted(await submit(route, account.key, forbidden));
      const models = withList === true ? { models: [(await account.model({ modality: modalityOf[route] })).id] } : {};
      expectRefusal(world, await submit(route, key, forbidden, { ...extra, ...models }), 'forbidden');
    },
  }),
);

/** Sets of one and of several models, each of which serves, alone, streamed and as a fallback of another; and sets of media models, whose jobs the key reads. */
const allowed = defineCheck({
  rule: 'auth.model.allowed',
  ...every<number | 'media'>(1, 3, 'media'),
  cases: 4,
  describe: (count) => (count === 'media' ? 'media models' : `a set of ${count} models`),
  async decide(world, count) {
    const account = await world.account();
    if (!world.has('models') || count === 1) {
      const { key, allowed } = await account.restrictedKey();
      return expectServedTo(world, key, account.key, (by) => submit('chat', by, allowed));
    }
    if (count === 'media') {
      for (const route of mediaRoutes) {
        const { key, allowed } = await account.restrictedKey(modalityOf[route]);
        await expectServedTo(world, key, account.key, (by) => submit(route, by, allowed));
        const { id } = controlJob(await submit(route, key, allowed), `media.create.${route}`);
        await expectServedTo(world, key, account.key, (by) => by.job(id));
      }
      return;
    }
    const models = await Promise.all(Array.from({ length: Number(count) }, () => account.model()));
    const key = await account.newKey({ models: models.map(({ id }) => id) });
    const expectChat = (model: Model, extra: object = {}) =>
      expectServedTo(world, key, account.key, (by) => submit('chat', by, model, extra));
    for (const model of models) await expectChat(model);
    const [first, ...others] = models;
    if (first === undefined) return;
    await expectChat(first, { stream: true });
    await expectChat(first, { models: others.map(({ id }) => id) });
  },
});

/** Ids that a comparison by prefix, by author, by slug or without regard to case takes for the allowed one. */
const lookalikes = {
  'begins with the allowed id': (id: string) => `${id}-mini`,
  'is the beginning of the allowed id': (id: string) => id.slice(0, -1),
  'has the same author': (id: string) => `${id.split('/')[0]}/other-${id.split('/').at(-1)}`,
  'has the same slug': (id: string) => `other-${id}`,
};
const names = Object.keys(lookalikes) as (keyof typeof lookalikes)[];

const wholeId = defineCheck({
  rule: 'auth.model.whole-id',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 2,
  async decide(world, order) {
    const account = await world.account();
    const allowed = await account.model();
    const key = await account.newKey({ models: [allowed.id] });
    controlServed(await submit('chat', key, allowed));
    for (const name of order) {
      const other = await account.model({ id: lookalikes[name](allowed.id) });
      controlServed(await submit('chat', account.key, other));
      await inCase(`an id that ${name}`, async () =>
        expectRefusal(world, await submit('chat', key, other), 'forbidden'),
      );
    }
  },
});

export default [...refusedElsewhere, allowed, wholeId];
