import { defineCheck, expectEqualJson, isObject, NotExercised, SetupFailed } from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob } from '../../support/media-jobs.ts';
import { awkwardText } from '../../support/texts.ts';

/** The inputs whose values are free text; other inputs stay as the testbed gives them. */
function arrives(rule: string, route: MediaRoute, textInputs: readonly string[]) {
  return defineCheck({
    rule,
    input: fc.record({ text: awkwardText(), isRetry: fc.constant(false) }),
    examples: [{ text: 'of the retry itself', isRetry: true }],
    cases: 7,
    requestsPerCase: 20,
    async decide(world, { text, isRetry }) {
      const account = await world.account();
      // The earlier job had the inputs that the testbed gives.
      const earlier = isRetry ? await finishedJob(world, account, 'failed', route) : undefined;
      const model = await mediaModel(account, route);
      const changed = Object.keys(model.inputs).filter((name) => textInputs.includes(name) && text.trim() !== '');
      const inputs = { ...model.inputs, ...Object.fromEntries(changed.map((name) => [name, text])) };
      if (isRetry && changed.length === 0) {
        const [url, value] = Object.entries(inputs).find(([, one]) => /^https?:/.test(String(one))) ?? [];
        if (url === undefined) throw new NotExercised('no input can be changed');
        Object.assign(inputs, { [url]: `${String(value)}?v=retry` });
      }
      const retry = earlier === undefined ? {} : { retry_of: earlier.id };
      const { exchange } = await submitJob(account.key, model, { ...inputs, ...retry });
      const call = await model.upstreams[0]?.call(1);
      if (!isObject(call?.json))
        throw new SetupFailed('the submission reached our endpoint without a JSON body', {
          prerequisite: 'media.create.runs',
        });
      const received = Object.fromEntries(
        Object.keys(inputs).map((name) => [name, isObject(call.json) ? call.json[name] : undefined]),
      );
      expectEqualJson(world, inputs, received, 'the inputs as the endpoint received them', {
        exchanges: [exchange.id],
      });
    },
  });
}

/** A job's inputs are the model's business, and reach it as they were sent. */
export default [
  arrives('media.forward.image-inputs', 'image', ['prompt']),
  arrives('media.forward.transcription-inputs', 'transcription', ['prompt']),
];
