import { controlAccepted, defineCheck, expectRefusal, NotArranged, type World } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { merge, modalityOf, type Submission, submit } from '../../support/submissions.ts';

const asks = {
  retention: (world: World) => world.fragments.looser_retention,
  region: (world: World) => world.fragments.other_region,
};
const kinds = {
  chat: [
    { route: 'chat', stream: false },
    { route: 'chat', stream: true },
  ],
  media: [{ route: 'image' }, { route: 'transcription' }],
} as const satisfies Record<string, readonly { readonly route: Submission; readonly stream?: boolean }[]>;

const rows = (['retention', 'region'] as const).flatMap((ask) =>
  (['chat', 'media'] as const).map((kind) => ({ ask, kind })),
);

/** One check per forbidden wish and kind of request; the same request without the wish is accepted under the same key. */
export default rows.map(({ ask, kind }) =>
  defineCheck({
    rule: `auth.policy.${ask}-${kind}`,
    ...every(...kinds[kind]),
    cases: kinds[kind].length + 1,
    async decide(world, { route, ...extra }) {
      const wish = asks[ask](world);
      if (wish === undefined) throw new NotArranged(`the target names no fragment that asks for another ${ask}`);
      const account = await world.account();
      const model = await account.usableModel(modalityOf[route]);
      const key = await account.policyKey();
      controlAccepted(await submit(route, key, model));
      expectRefusal(world, await submit(route, key, model, merge(extra, wish)), 'policy_conflict');
    },
  }),
);
