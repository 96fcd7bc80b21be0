import {
  caution,
  codeOf,
  controlAccepted,
  controlAnswer,
  defineCheck,
  describeAnswer,
  expectRefusal,
  expectThat,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { controlJob } from '../../support/media-jobs.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectServedTo } from '../../support/served-to.ts';
import { merge, modalityOf, type Submission, submit } from '../../support/submissions.ts';

const asks = {
  retention: (world: World) => world.fragments.looser_retention,
  region: (world: World) => world.fragments.other_region,
};
/** How the wish is asked for: also streamed, or with a list of a fallback model. */
interface Variant {
  readonly route: Submission;
  readonly stream?: boolean;
  readonly withList?: boolean;
  /** Of a key whose policy speaks of nothing else, and which has restrictions of other kinds. */
  readonly alone?: boolean;
}

const kinds = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
    { route: 'chat', withList: true },
    { route: 'chat', stream: true, withList: true },
    { route: 'chat', alone: true },
  ],
  media: [
    { route: 'image' },
    { route: 'transcription' },
    { route: 'image', withList: true },
    { route: 'transcription', withList: true },
    { route: 'image', alone: true },
  ],
} as const satisfies Record<string, readonly Variant[]>;

const nowhere = 'no_endpoint_available';

const rows = (['retention', 'region'] as const).flatMap((ask) =>
  (['chat', 'media'] as const).map((kind) => ({ ask, kind })),
);

/** One check per forbidden wish and kind of request; the same request without the wish is accepted under the same key. */
const conflicts = rows.map(({ ask, kind }) =>
  defineCheck({
    rule: `auth.policy.${ask}-${kind}`,
    ...every(...kinds[kind]),
    cases: kinds[kind].length + 1,
    async decide(world, { route, withList, alone, ...extra }: Variant) {
      const wish = asks[ask](world);
      if (wish === undefined) throw new NotArranged(`the target names no fragment that asks for another ${ask}`);
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      if (withList === true && !world.has('models')) throw new NotArranged('no second model can be made');
      const models = withList === true ? { models: [(await account.model({ modality: modalityOf[route] })).id] } : {};
      const only = ask === 'retention' ? ({ retention: 'strict' } as const) : ({ region: 'home' } as const);
      const key = await (alone === true
        ? account.newKey({ ...(await openRestrictions(world, account)), models: [model.id], policy: only })
        : account.policyKey());
      controlAccepted(await submit(route, key, model));
      const wanted = merge({ ...extra, ...models }, wish);
      const exchange = await submit(route, key, model, wanted);
      // Where no endpoint grants the wish to anybody, that is as true of the request as the conflict is (freedom F042).
      if (codeOf(exchange) === nowhere && codeOf(await submit(route, account.key, model, wanted)) === nowhere) {
        const expected = 'a refusal with 400 policy_conflict';
        caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
      }
      expectRefusal(world, exchange, 'policy_conflict');
    },
  }),
);

const inside = defineCheck({
  rule: 'auth.policy.inside',
  ...every('chat', 'a stream', 'image', 'transcription'),
  async decide(world, what) {
    const account = await world.account();
    const key = await account.policyKey();
    const route = what === 'a stream' ? 'chat' : what;
    const makesModels = world.has('models') && world.has('upstreams');
    if (route !== 'chat' && !makesModels) throw new NotArranged('inputs of media models are unknown');
    const extra = what === 'a stream' ? { stream: true } : {};
    const model = await account.usableModel(modalityOf[route]);
    await expectServedTo(world, key, account.key, (by) => submit(route, by, model, extra));
    if (route === 'chat') return;
    const { id } = controlJob(await submit(route, key, model), `media.create.${route}`);
    await expectServedTo(world, key, account.key, (by) => by.job(id));
  },
});

const none = defineCheck({
  rule: 'auth.policy.none',
  ...every(
    { name: 'looser_retention', way: 'chat' },
    { name: 'other_region', way: 'chat' },
    { name: 'looser_retention', way: 'a stream' },
    { name: 'other_region', way: 'image' },
    { name: 'looser_retention', way: 'the other half' },
    { name: 'other_region', way: 'the other half' },
  ),
  async decide(world, { name, way }) {
    const wish = world.fragments[name];
    if (wish === undefined) throw new NotArranged(`the target names no fragment ${name}`);
    const account = await world.account();
    const route = way === 'image' ? way : 'chat';
    const makesModels = world.has('models') && world.has('upstreams');
    if (route === 'image' && !makesModels) throw new NotArranged('inputs of media models are unknown');
    const extra = merge(way === 'a stream' ? { stream: true } : {}, wish);
    if (way === 'the other half' && !world.has('keys')) throw new NotArranged('the testbed makes no restricted keys');
    const policy = name === 'other_region' ? ({ retention: 'strict' } as const) : ({ region: 'home' } as const);
    const key = way === 'the other half' ? await account.newKey({ policy }) : account.key;
    const exchange = await submit(route, key, await account.usableModel(modalityOf[route]), extra);
    controlAnswer(exchange);
    expectThat(world, codeOf(exchange) !== 'policy_conflict', {
      expected: `no policy_conflict under a key that has ${way === 'the other half' ? 'a policy about something else' : 'no policy'}`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

export default [...conflicts, inside, none];
