import {
  defineCheck,
  expectEqualJson,
  expectThat,
  isObject,
  jsonDifferences,
  NotExercised,
  SetupFailed,
  script,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { finishedJob } from '../../support/finished-jobs.ts';
import { formHolds, isForm } from '../../support/forms.ts';
import { callFor, failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { controlJob, type MediaRoute, sendSubmission, submitJob } from '../../support/media-jobs.ts';
import { patiently } from '../../support/patiently.ts';
import { awkwardText, hasNull } from '../../support/texts.ts';

const together = 4;

/** What an endpoint received as this input: under its name, or the value itself under the name that the endpoint has for it (freedom F015). */
function underAnyName(json: unknown, name: string, value: unknown): unknown {
  if (!isObject(json)) return undefined;
  if (Object.hasOwn(json, name)) return json[name];
  return Object.values(json).find((one) => jsonDifferences(value, one).length === 0);
}

/** Jobs that are submitted at the same time reach the endpoint with the text of each. */
async function eachArrives(
  world: World,
  route: MediaRoute,
  textInputs: readonly string[],
  text: string,
): Promise<void> {
  const account = await world.account();
  const model = await mediaModel(account, route);
  const name = Object.keys(model.inputs).find((input) => textInputs.includes(input));
  if (name === undefined) throw new NotExercised('no input is free text');
  const texts = Array.from({ length: together }, (_, place) => `${text}, ${world.unique(`number-${place}`)}`);
  const jobs = await Promise.all(texts.map((each) => submitJob(account.key, model, { [name]: each })));
  const [upstream] = model.upstreams;
  if ((await upstream?.call(together)) === undefined)
    throw new NotExercised('the jobs are not begun one soon after the other');
  const missing = () =>
    texts.filter((each) => !upstream?.calls().some(({ json }) => underAnyName(json, name, each) === each));
  const isComplete = await patiently(world, () => missing().length === 0);
  expectThat(world, isComplete, {
    expected: `each ${name} of ${together} jobs that were submitted at the same time at the endpoint`,
    observed: `none with ${missing().join('; ')}`,
    exchanges: jobs.map(({ exchange }) => exchange.id),
  });
}

/** The inputs whose values are free text; other inputs stay as the testbed gives them. */
function arrives(rule: string, route: MediaRoute, textInputs: readonly string[]) {
  return defineCheck({
    rule,
    input: fc.record({
      text: awkwardText(),
      how: fc.constant<'plain' | 'a fallback' | 'a retry' | 'in pieces' | 'together'>('plain'),
    }),
    // A long text, of words that all differ; what a fallback model is asked, beyond ASCII; and the retry of a job that had the testbed's inputs.
    examples: [
      { text: Array.from({ length: 400 }, (_, place) => `w${place}`).join(' '), how: 'plain' },
      { text: 'ein Häuschen am Meer, 海の家 🏠', how: 'a fallback' },
      { text: 'of the retry itself', how: 'a retry' },
      { text: '海の家で5€払った 🏠🏖️', how: 'in pieces' },
      ...(route === 'image' ? [{ text: 'one of several', how: 'together' as const }] : []),
    ],
    cases: route === 'image' ? 10 : 9,
    async decide(world, { text, how }) {
      if (how === 'together') return eachArrives(world, route, textInputs, text);
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
      const exchange = await sendSubmission(
        account.key,
        model,
        { ...inputs, ...more },
        how === 'in pieces' ? { pieceBytes: 7 } : {},
      );
      if ((text.length > 500 || hasNull(text)) && exchange.response?.status === 400)
        throw new NotExercised('such a text is refused');
      const { id } = controlJob(exchange, `media.create.${route}`);
      const call = await callFor(account, { id, model: serving });
      if (route === 'transcription' && call !== undefined && isForm(call)) {
        if (changed.length === 0)
          throw new NotExercised('the endpoint is asked with a form, and no input is free text');
        expectThat(world, formHolds(call, text), {
          expected: `${changed.join(', ')} as it was sent in the form that the endpoint received`,
          observed: 'a form without it',
          exchanges: [exchange.id],
        });
        return;
      }
      if (!isObject(call?.json))
        throw new SetupFailed('the submission reached our endpoint without a JSON body', {
          prerequisite: withFallback ? 'fallback.media.served' : 'media.create.runs',
        });
      const received = Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, underAnyName(call.json, name, value)]),
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
