import { controlServed, defineCheck, describeAnswer, expectAnswer, expectThat } from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

/** The status alone: what a refusal says is for other rules. */
export default defineCheck({
  rule: 'chat.body.never-served',
  ...every<(model: string) => string>(
    (model) => `{"model": ${JSON.stringify(model)}, "messages": `,
    (model) => JSON.stringify({ model }),
    (model) => JSON.stringify([{ model, messages: hello }]),
  ),
  cases: 3,
  async decide(world, bodyFor) {
    const account = await world.account();
    const { id } = await account.usableModel();
    controlServed(await account.key.chat({ model: id, messages: hello }));
    const headers = [['Content-Type', 'application/json']] as const;
    const refused = await account.key.chat(undefined, { headers, rawBody: bodyFor(id) });
    const { status } = expectAnswer(world, refused);
    expectThat(world, status >= 400 && status < 500, {
      expected: 'the invalid body to be refused with a 4xx status',
      observed: describeAnswer(refused),
      exchanges: [refused.id],
    });
  },
});
