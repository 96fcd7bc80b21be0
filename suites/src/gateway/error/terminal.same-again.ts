import {
  type Account,
  codeOf,
  defineCheck,
  type Exchange,
  expectAnswer,
  expectThat,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { sendSubmission } from '../../support/media-jobs.ts';

type Ask = () => Promise<Exchange>;

/** A chat request with a defect. */
const chat =
  (defect: object) =>
  async (_world: World, account: Account): Promise<Ask> => {
    const model = await account.usableModel();
    return () => account.key.chat({ model: model.id, messages: hello, ...defect });
  };

/** Requests that are refused for what they are, by what is wrong with them. */
const refused = {
  messages: chat({ messages: 7 }),
  'unknown model': chat({ model: 'gateproof/no-such-model' }),
  'max_tokens of a stream': chat({ max_tokens: 'many', stream: true }),
  'image job': async (_world, account) => {
    const model = await mediaModel(account, 'image');
    return () => sendSubmission(account.key, model, { provider: 'none' });
  },
  'transcription job': async (_world, account) => {
    const model = await mediaModel(account, 'transcription');
    return () => sendSubmission(account.key, model, { models: 7 });
  },
  'model that is read': async (world, account) => {
    const id = world.unique('gateproof/no-such-model');
    return () => account.key.model(id);
  },
  'job that is read': async (world, account) => {
    const id = world.unique('job_nobody');
    return () => account.key.job(id);
  },
} satisfies Record<string, (world: World, account: Account) => Promise<Ask>>;

export default defineCheck({
  rule: 'error.terminal.same-again',
  ...every(...(Object.keys(refused) as (keyof typeof refused)[])),
  cases: Object.keys(refused).length,
  async decide(world, what) {
    const ask = await refused[what](world, await world.account());
    const exchanges = [await ask(), await ask(), await ask()];
    for (const exchange of exchanges) expectAnswer(world, exchange);
    const codes = exchanges.map(codeOf);
    expectThat(world, codes[0] !== undefined && new Set(codes).size === 1, {
      expected: 'the same code each time',
      observed: codes.join(', '),
      exchanges: exchanges.map(({ id }) => id),
    });
  },
});
