import { controlAccepted, defineCheck, expectRefusal, NotArranged, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { merge, modalityOf, type Submission, submit } from '../../support/submissions.ts';

const asks = {
  retention: (world: World) => world.fragments.looser_retention,
  region: (world: World) => world.fragments.other_region,
};
/** How the wish is asked for: also streamed, or with a list of a fallback model. */
interface Asking {
  readonly route: Submission;
  readonly stream?: boolean;
  readonly withList?: boolean;
}

const kinds = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
    { route: 'chat', withList: true },
  ],
  media: [{ route: 'image' }, { route: 'transcription' }, { route: 'image', withList: true }],
} as const satisfies Record<string, readonly Asking[]>;

const rows = (['retention', 'region'] as const).flatMap((ask) =>
  (['chat', 'media'] as const).map((kind) => ({ ask, kind })),
);

/** One check per forbidden wish and kind of request; the same request without the wish is accepted under the same key. */
export default rows.map(({ ask, kind }) =>
  defineCheck({
    rule: `auth.policy.${ask}-${kind}`,
    ...every(...kinds[kind]),
    cases: kinds[kind].length + 1,
    async decide(world, { route, withList, ...extra }: Asking) {
      const wish = asks[ask](world);
      if (wish === undefined) throw new NotArranged(`the target names no fragment that asks for another ${ask}`);
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      if (withList === true && !world.has('models')) throw new NotArranged('no second model can be made');
      const models = withList === true ? { models: [(await account.model({ modality: modalityOf[route] })).id] } : {};
      const key = await account.policyKey();
      controlAccepted(await submit(route, key, model));
      expectRefusal(world, await submit(route, key, model, merge({ ...extra, ...models }, wish)), 'policy_conflict');
    },
  }),
);
