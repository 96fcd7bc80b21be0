import { codeOf, controlAnswer, defineCheck, describeAnswer, expectThat, NotArranged } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { merge, modalityOf, submit } from '../../support/submissions.ts';

export default defineCheck({
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
