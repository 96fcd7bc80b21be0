import { defineCheck, expectEqualJson, isObject, SetupFailed } from '@gateproof/harness';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob } from '../../support/media-jobs.ts';
import { awkwardText } from '../../support/texts.ts';

/** The inputs whose values are free text; other inputs stay as the testbed gives them. */
function arrives(rule: string, route: MediaRoute, textInputs: readonly string[]) {
  return defineCheck({
    rule,
    input: awkwardText(),
    cases: 6,
    async decide(world, text) {
      const account = await world.account();
      const model = await mediaModel(account, route);
      const changed = Object.keys(model.inputs).filter((name) => textInputs.includes(name) && text.trim() !== '');
      const inputs = { ...model.inputs, ...Object.fromEntries(changed.map((name) => [name, text])) };
      const { exchange } = await submitJob(account.key, model, inputs);
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
