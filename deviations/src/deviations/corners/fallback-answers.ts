import { type Behaviour, type Candidate, type Model, patch } from '@gateproof/simulator/behaviour';
import { without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { namingAnother } from '../naming-another.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Asks fallback models without some of what was asked. */
function asking(change: (sent: JsonObject) => JsonObject) {
  return patch('routing', ({ upstreamBody }) => ({
    upstreamBody(body, model, serviceField) {
      const sent = upstreamBody(body, model, serviceField);
      return model.id === body.model ? sent : change(sent);
    },
  }));
}

const lastMessage = (sent: JsonObject): JsonObject => ({ ...sent, messages: (sent.messages as unknown[]).slice(-1) });
const inStreams = (change: (sent: JsonObject) => JsonObject) =>
  asking((sent) => (sent.stream === true ? change(sent) : sent));

/** Asks the further endpoints of a model with the last message only. */
function forgetting(behaviour: Behaviour): Behaviour {
  const further = new WeakSet<Model>();
  return patch('routing', ({ candidates, upstreamBody }) => ({
    candidates: (models, account, body) =>
      candidates(models, account, body).map((candidate, place, all) => {
        if (place === 0 || all[place - 1]?.model.id !== candidate.model.id) return candidate;
        const model = { ...candidate.model };
        further.add(model);
        return { ...candidate, model };
      }),
    upstreamBody(body, model, serviceField) {
      const sent = upstreamBody(body, model, serviceField);
      return further.has(model) && Array.isArray(sent.messages) ? lastMessage(sent) : sent;
    },
  }))(behaviour);
}

const jobsOf = (kind: 'image' | 'audio_stt', choose: (present: readonly Candidate[]) => readonly Candidate[]) =>
  patch('routing', ({ candidates }) => ({
    candidates(models, account, body) {
      const present = candidates(models, account, body);
      return present[0]?.model.modality === kind ? choose(present) : present;
    },
  }));

/** What fallback models are asked and what is made of their replies, wrong in one corner only. */
export const fallbackAnswerCorners: readonly Deviation[] = [
  breaking(
    'fallback.answer.model-named:streams',
    'names a model of no list in streams after a fallback',
    namingAnother(({ model, requestedModel }, chunk) => chunk !== undefined && model !== requestedModel),
  ),
  breaking(
    'fallback.answer.model-named:later',
    'names a model of no list when two or more have failed',
    namingAnother(({ failedBefore }, chunk) => chunk === undefined && failedBefore > 1),
  ),
  breaking(
    'fallback.answer.whole:streams',
    'begins the stream of a fallback model with words of its own',
    patch('streaming', ({ chunk }) => ({
      chunk(told, identity, index) {
        const made = chunk(told, identity, index);
        const [first] = Array.isArray(made?.choices) ? (made.choices as JsonObject[]) : [];
        const delta = first?.delta as JsonObject | undefined;
        if (identity.failedBefore === 0 || typeof delta?.content !== 'string' || !delta.content.endsWith('1 ')) {
          return made;
        }
        return { ...made, choices: [{ ...first, delta: { ...delta, content: `(fallback) ${delta.content}` } }] };
      },
    })),
  ),
  breaking(
    'fallback.answer.same-request:tools',
    'asks fallback models without tools',
    asking(({ tools: _tools, ...rest }) => rest),
  ),
  breaking(
    'fallback.answer.same-request:response-format',
    'asks fallback models without a response format',
    asking(({ response_format: _format, ...rest }) => rest),
  ),
  breaking(
    'fallback.answer.same-request:max-completion-tokens',
    'asks fallback models without max_completion_tokens',
    asking(({ max_completion_tokens: _most, ...rest }) => rest),
  ),
  breaking(
    'fallback.answer.same-request:stream-settings',
    'asks the fallback models of streams without the settings',
    inStreams((sent) =>
      ['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'response_format'].reduce(without, sent),
    ),
  ),
  breaking(
    'fallback.answer.same-request:stream-messages',
    'asks the fallback models of streams with the last message only',
    inStreams(lastMessage),
  ),
  breaking(
    'fallback.answer.same-request:other-endpoint',
    'asks the further endpoints of a model with the last message only',
    forgetting,
  ),
  breaking(
    'media.forward.image-inputs:fallback',
    'asks the fallback models of jobs for the first words only',
    asking((sent) =>
      typeof sent.prompt === 'string' ? { ...sent, prompt: [...sent.prompt].slice(0, 1).join('') } : sent,
    ),
  ),
  ...(['image', 'audio_stt'] as const).flatMap((modality) => [
    breaking(
      `fallback.media.served:${modality}`,
      `tries one model for ${modality} jobs`,
      jobsOf(modality, (present) => present.slice(0, 1)),
    ),
    breaking(
      `fallback.media.served:${modality}-four`,
      `tries four fallback models for ${modality} jobs`,
      jobsOf(modality, (present) => present.slice(0, 5)),
    ),
    breaking(
      `fallback.media.listed-only:${modality}-no-list`,
      `asks any model for ${modality} jobs without a list`,
      patch('routing', ({ candidates }) => ({
        candidates(models, account, body) {
          const present = candidates(models, account, body);
          const [first] = present;
          const isMeant = body.messages === undefined && body.models === undefined;
          if (first?.model.modality !== modality || !isMeant) return present;
          const more = [...account.models.values()].filter((model) => model.modality === modality).toReversed();
          return [
            ...present,
            ...more
              .filter(({ id }) => id !== first.model.id)
              .flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint }))),
          ];
        },
      })),
    ),
  ]),
];
