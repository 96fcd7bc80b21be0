import { controlServed, defineCheck, describeAnswer, expectAnswer, expectThat } from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';

/** Invalid bodies for a model, by what is wrong with them. */
const bodies = {
  'cut short': (model: string) => `{"model": ${JSON.stringify(model)}, "messages": `,
  'without messages': (model: string) => JSON.stringify({ model }),
  'an array': (model: string) => JSON.stringify([{ model, messages: hello }]),
} as const;

const names = Object.keys(bodies) as (keyof typeof bodies)[];

/** Each body in every case, so that no effort passes one that is served. The status alone: what a refusal says is for other rules. */
export default defineCheck({
  rule: 'chat.body.never-served',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 1,
  async decide(world, order) {
    const account = await world.account();
    const { id } = await account.usableModel();
    controlServed(await account.key.chat({ model: id, messages: hello }));
    const headers = [['Content-Type', 'application/json']] as const;
    for (const name of order) {
      const refused = await account.key.chat(undefined, { headers, rawBody: bodies[name](id) });
      const { status } = expectAnswer(world, refused);
      expectThat(world, status >= 400 && status < 500, {
        expected: `a body that is ${name} to be refused with a 4xx status`,
        observed: describeAnswer(refused),
        exchanges: [refused.id],
      });
    }
  },
});
