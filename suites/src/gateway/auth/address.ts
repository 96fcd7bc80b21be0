import { controlAccepted, defineCheck, expectRefusal, type Key, type Model } from '@gateproof/harness';
import fc from 'fast-check';
import { submit } from '../../support/submissions.ts';

const ways = {
  chat: { modality: 'text', send: (key: Key, model: Model) => submit('chat', key, model) },
  media: { modality: 'image', send: (key: Key, model: Model) => submit('image', key, model) },
  read: { modality: 'text', send: (key: Key) => key.models() },
} as const;
const names = Object.keys(ways) as (keyof typeof ways)[];

/** One check per kind of request: a key whose IP ranges exclude this machine is refused. */
export default names.map((name) =>
  defineCheck({
    rule: `auth.address.${name}`,
    input: fc.constant('a source address outside the ranges'),
    cases: 2,
    async decide(world) {
      const account = await world.account();
      const { modality, send } = ways[name];
      const model = modality === 'image' ? await account.model({ modality }) : await account.usableModel();
      controlAccepted(await send(account.key, model));
      expectRefusal(world, await send(await account.elsewhereKey(), model), 'forbidden');
    },
  }),
);
