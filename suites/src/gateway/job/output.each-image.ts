import {
  caution,
  controlServed,
  defineCheck,
  expectThat,
  isObject,
  NotExercised,
  script,
  turn,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { outputOf, submitJob, untilState } from '../../support/media-jobs.ts';

/** The input that asks for a number of images, as most gateways name it. */
const numberInput = 'n';

/** Only who asked for a number can count (freedom F146). */
export default defineCheck({
  rule: 'job.output.each-image',
  ...every(1, 2, 3, 10),
  async decide(world, count) {
    const account = await world.account();
    const model = await mediaModel(account, 'image', [script(turn({ kind: 'image', count }))]);
    const { inputs } = controlServed(await account.key.model(model.id));
    const listed = isObject(inputs) && isObject(inputs.properties) ? inputs.properties : inputs;
    if (!isObject(listed) || !Object.hasOwn(listed, numberInput))
      throw new NotExercised(`the model's entry lists no input ${numberInput}, so that no number can be asked for`);
    const { id } = await submitJob(account.key, model, { [numberInput]: count });
    const { job, exchange } = await untilState(world, account.key, id, 'succeeded');
    const { length } = outputOf(job);
    const finding = {
      expected: `output items: ${count}, as many as ${numberInput} asked for and the endpoint made`,
      observed: `output items: ${length}`,
      exchanges: [exchange.id],
    };
    expectThat(world, length >= count, finding);
    if (length > count) caution(world, finding);
  },
});
