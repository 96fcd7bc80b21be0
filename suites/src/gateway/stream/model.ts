import { controlStream, defineCheck, script, turn } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { isFilledString } from '../../support/json.ts';
import { expectNamed } from '../../support/named-model.ts';
import { askStream } from '../../support/streams.ts';

/** An endpoint that calls the model by a name of its own. */
const namingItself = script(turn({ kind: 'chat', tokens: ['hello'], model: 'internal-7b' }));

export default defineCheck({
  rule: 'stream.model.echoed',
  ...every('its own name', 'another name'),
  async decide(world, says) {
    const account = await world.account();
    const model = await (says === 'its own name' || !world.has('models') || !world.has('upstreams')
      ? account.usableModel()
      : account.model({ upstreams: [namingItself] }));
    const exchange = await askStream(account, model);
    const names = controlStream(exchange)
      .chunks.map(({ json }) => json.model)
      .filter(isFilledString);
    const named = names.find((id) => id !== model.id) ?? names[0];
    await expectNamed(world, account.key, { exchange, named, allowed: [model.id] });
  },
});
