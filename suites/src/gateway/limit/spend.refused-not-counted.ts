import {
  codeOf,
  defineCheck,
  describeAnswer,
  expectThat,
  type Model,
  NotArranged,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { controlSpendCounts } from '../../support/spent-caps.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

/** What a request is refused for: its body, more words than its model has room for, or a wish that the policy of its key forbids. */
type Defect = object | 'too long' | 'forbidden by policy';

const contextWindow = 200;
/** Each word is a token at least. */
const tooLong = { messages: [{ role: 'user', content: 'word '.repeat(2 * contextWindow) }] };

/** What is added to a good request so that it is refused, and the policy of the key that asks. */
function refusableFor(world: World, defect: Defect, dear: Model) {
  if (defect === 'too long') return { extra: tooLong };
  if (typeof defect === 'object') return { extra: JSON.parse(JSON.stringify(defect).replace('{dear}', dear.id)) };
  const { looser_retention: looser, other_region: other } = world.fragments;
  if (looser !== undefined) return { extra: looser, policy: { retention: 'strict' } as const };
  if (other !== undefined) return { extra: other, policy: { region: 'home' } as const };
  throw new NotArranged('the target names no fragment that asks for another retention or region');
}

const refusedNotCounted = defineCheck({
  rule: 'limit.spend.refused-not-counted',
  ...every<readonly [route: Submission, defect: Defect, rule: string]>(
    ['chat', { messages: 7 }, 'chat.body.messages.type'],
    ['chat', { model: 'gateproof/no-such-model' }, 'chat.model.unknown'],
    ['chat', { max_tokens: 'many', stream: true }, 'chat.body.max-tokens.type'],
    // One that would have crossed the cap by itself.
    ['chat', { model: '{dear}' }, 'auth.cap.chat'],
    ['image', { provider: 7 }, 'media.body.provider.type'],
    ['transcription', { models: 'none' }, 'media.body.models.type'],
    ['chat', 'too long', 'chat.context.too-long'],
    ['chat', 'forbidden by policy', 'auth.policy.retention-chat'],
  ),
  async decide(world, [route, defect, rule]) {
    const account = await world.account();
    const window = defect === 'too long' ? { contextWindow } : {};
    const model = await account.model({ modality: modalityOf[route], priceUsd: 1, ...window });
    const dear = await account.model({ priceUsd: 5 });
    const { extra, ...policy } = refusableFor(world, defect, dear);
    const key = await account.newKey({ monthly_cap_usd: 1.9, ...policy });
    for (let sent = 0; sent < 4; sent += 1) {
      const refused = await submit(route, key, model, extra);
      // Whether windows and policies are kept is judged by rules of their own.
      if (refused.response?.status === 200 && typeof defect === 'string')
        throw new NotExercised(`a request that is ${defect} was served`);
      if ((refused.response?.status ?? 0) < 400)
        throw new SetupFailed('the request that was to be refused was not', {
          prerequisite: rule,
          exchanges: [refused.id],
        });
    }
    const exchange = await submit(route, key, model);
    expectThat(world, codeOf(exchange) !== 'budget_exceeded', {
      expected: 'a request within the cap to be served after four that were refused',
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    await controlSpendCounts(world, () => submit(route, key, model));
  },
});

/** What is refused counts toward no cap (Limits). */
export default [refusedNotCounted];
