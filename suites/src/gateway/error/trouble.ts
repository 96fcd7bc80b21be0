import { controlServed, defineCheck, expectRefusal, expectServed, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

const troubles = {
  internal: {
    on: { internalFailure: true },
    off: { internalFailure: false },
    code: 'internal_error',
    refused: 'refused',
  },
  snapshot: {
    on: { staleConfiguration: true },
    off: { staleConfiguration: false },
    code: 'snapshot_expired',
    refused: 'expired',
  },
} as const;
const names = ['internal', 'snapshot'] as const;

/** The gateway's own troubles: told by their code while they hold, gone afterwards. */
export default names.flatMap((name) => {
  const { on, off, code, refused } = troubles[name];
  return [
    defineCheck({
      rule: `error.${name}.${refused}`,
      input: fc.boolean(),
      cases: 3,
      async decide(world, stream) {
        const account = await world.account();
        const model = await account.usableModel();
        const body = { model: model.id, messages: hello, stream };
        controlServed(await account.key.chat(body));
        await account.setTrouble(on);
        expectRefusal(world, await account.key.chat(body), code);
      },
    }),
    defineCheck({
      rule: `error.${name}.recovered`,
      input: fc.boolean(),
      cases: 2,
      async decide(world, stream) {
        const account = await world.account();
        const model = await account.usableModel();
        const body = { model: model.id, messages: hello, stream };
        await account.setTrouble(on);
        const during = await account.key.chat(body);
        if (during.response?.status === 200)
          throw new SetupFailed('the trouble did not arise', { exchanges: [during.id] });
        await account.setTrouble(off);
        expectServed(world, await account.key.chat(body));
      },
    }),
  ];
});
