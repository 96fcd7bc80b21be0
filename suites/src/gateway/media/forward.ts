import { defineCheck, expectEqualJson, isObject, NotExercised, SetupFailed, script } from '@gateproof/harness';
import fc from 'fast-check';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { awkwardText } from '../../support/texts.ts';

/** The inputs whose values are free text; other inputs stay as the testbed gives them. */
function arrives(rule: string, route: MediaRoute, textInputs: readonly string[]) {
  return defineCheck({
    rule,
    input: fc.record({ text: awkwardText(), withFallback: fc.constant(false) }),
    // A long text, of words that all differ; and what a fallback model is asked.
    examples: [
      { text: Array.from({ length: 400 }, (_, place) => `w${place}`).join(' '), withFallback: false },
      { text: 'a small house by the sea', withFallback: true },
    ],
    cases: 7,
    async decide(world, { text, withFallback }) {
      const account = await world.account();
      const model = await mediaModel(account, route, withFallback ? [failing(serverError)] : [script()]);
      const serving = withFallback ? await mediaModel(account, route) : model;
      const changed = Object.keys(model.inputs).filter((name) => textInputs.includes(name) && text.trim() !== '');
      const inputs = { ...model.inputs, ...Object.fromEntries(changed.map((name) => [name, text])) };
      const list = withFallback ? { models: [serving.id] } : {};
      const exchange = await sendSubmission(account.key, model, { ...inputs, ...list });
      if (text.length > 500 && exchange.response?.status === 400) throw new NotExercised('so long a text is refused');
      controlJob(exchange, `media.create.${route}`);
      const call = await serving.upstreams[0]?.call(1);
      if (!isObject(call?.json))
        throw new SetupFailed('the submission reached our endpoint without a JSON body', {
          prerequisite: withFallback ? 'fallback.media.served' : 'media.create.runs',
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
