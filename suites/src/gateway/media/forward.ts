import { defineCheck, expectEqualJson, isObject, NotExercised, SetupFailed, script } from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, sendSubmission } from '../../support/media-jobs.ts';
import { awkwardText, hasNull } from '../../support/texts.ts';

/** The inputs whose values are free text; other inputs stay as the testbed gives them. */
function arrives(rule: string, route: MediaRoute, textInputs: readonly string[]) {
  return defineCheck({
    rule,
    input: fc.record({ text: awkwardText(), how: fc.constant<'plain' | 'a fallback' | 'a retry'>('plain') }),
    // A long text, of words that all differ; what a fallback model is asked; and the retry of a job that had the testbed's inputs.
    examples: [
      { text: Array.from({ length: 400 }, (_, place) => `w${place}`).join(' '), how: 'plain' },
      { text: 'a small house by the sea', how: 'a fallback' },
      { text: 'of the retry itself', how: 'a retry' },
    ],
    cases: 8,
    requestsPerCase: 20,
    async decide(world, { text, how }) {
      const account = await world.account();
      const withFallback = how === 'a fallback';
      const earlier = how === 'a retry' ? await finishedJob(world, account, 'failed', route) : undefined;
      const model = await mediaModel(account, route, withFallback ? [failing(serverError)] : [script()]);
      const serving = withFallback ? await mediaModel(account, route) : model;
      const changed = Object.keys(model.inputs).filter((name) => textInputs.includes(name) && text.trim() !== '');
      const inputs = { ...model.inputs, ...Object.fromEntries(changed.map((name) => [name, text])) };
      if (earlier !== undefined && changed.length === 0) {
        const [url, value] = Object.entries(inputs).find(([, one]) => /^https?:/.test(String(one))) ?? [];
        if (url === undefined) throw new NotExercised('no input can be changed');
        Object.assign(inputs, { [url]: `${String(value)}?v=retry` });
      }
      const more = {
        ...(withFallback ? { models: [serving.id] } : {}),
        ...(earlier === undefined ? {} : { retry_of: earlier.id }),
      };
      const exchange = await sendSubmission(account.key, model, { ...inputs, ...more });
      if ((text.length > 500 || hasNull(text)) && exchange.response?.status === 400)
        throw new NotExercised('such a text is refused');
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
