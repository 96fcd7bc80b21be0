import { patch } from '@gateproof/simulator';
import { type NullFeature, together } from './null-feature.ts';
import { forwarding, inChoices, inErrors, inReplies, inside, without } from './taking-out.ts';

/** Features of replies to conversations, and of what their endpoints are sent. */
export const chatAnswerFeatures: readonly NullFeature[] = [
  {
    id: 'completion-ids',
    without: 'no completion and no chunk has an id',
    takeOut: inReplies((reply) => without(reply, 'id')),
    rules: ['chat.field.id.'],
  },
  {
    id: 'completion-usage',
    without: 'no completion states how many tokens it took',
    takeOut: inReplies((reply) => without(reply, 'usage')),
    rules: ['chat.field.usage'],
  },
  {
    id: 'answering-model',
    without: 'no completion and no chunk names a model',
    takeOut: inReplies((reply) => without(reply, 'model')),
    rules: [
      'chat.field.model.',
      'chat.model.echoed',
      'stream.model.echoed',
      'fallback.answer.model-named',
      'fallback.endpoint.same-model',
    ],
  },
  {
    id: 'finish-reasons',
    without: 'no choice states why it ended',
    takeOut: inChoices((choice) => without(choice, 'finish_reason')),
    rules: ['chat.field.choices-finish-reason.', 'chat.relay.finish-reason', 'stream.relay.finish-reason'],
  },
  {
    id: 'tools',
    without: 'tools are not passed on, and no tool call comes back',
    takeOut: together(
      forwarding((body) => without(body, 'tools')),
      inChoices((choice) => {
        const withoutCalls = inside(choice, 'message', (message) => without(message, 'tool_calls'));
        return inside(withoutCalls, 'delta', (delta) => without(delta, 'tool_calls'));
      }),
    ),
    rules: [
      'chat.forward.tools',
      'chat.relay.tool-calls',
      'stream.relay.tool-calls',
      'stream.failover.tool-calls-unmixed',
    ],
  },
  {
    id: 'parameters',
    without: 'no parameter of a conversation is passed on',
    takeOut: forwarding((body) =>
      without(body, 'max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'response_format'),
    ),
    rules: [
      'chat.forward.max-tokens',
      'chat.forward.max-completion-tokens',
      'chat.forward.temperature',
      'chat.forward.tools',
      'chat.forward.response-format',
    ],
  },
  {
    id: 'increments',
    without: 'a stream is sent at once when its endpoint has ended',
    takeOut: patch('streaming', ({ readEvents }) => ({
      async *readEvents(bytes) {
        yield (await Array.fromAsync(readEvents(bytes))).flat();
      },
    })),
    rules: ['stream.relay.incremental'],
  },
  {
    id: 'stream-failures',
    without: 'a stream whose endpoint fails ends as if all were well',
    takeOut: patch('streaming', { failure: () => undefined }),
    rules: ['stream.failure.', 'stream.failure-cause.'],
    hold: { 'stream.failure-cause.moderation': 'a reply that was stopped on content grounds may say so as it ends' },
  },
  {
    id: 'endpoint-failures',
    without: 'a failure of an endpoint is reported as one of the gateway',
    takeOut: patch('routing', { finalCode: () => 'internal_error' }),
    rules: [
      'error.upstream.',
      'media.failure.',
      'error.code.provider-',
      'error.code.upstream-timeout.',
      'fallback.exhausted.error',
      'stream.failure-cause.stall',
      'chat.moderation.',
      'chat.context.endpoint-refused',
    ],
    hold: {
      'error.upstream.forbidden': 'it speaks of codes about the client alone',
      'error.upstream.not-relayed': 'it speaks of what an endpoint said of its own error alone',
    },
  },
  {
    id: 'unknown-models',
    without: 'a model that nobody knows is served by another',
    takeOut: together(
      patch('admission', { unknownModel: () => undefined }),
      patch('routing', ({ candidates }) => ({
        candidates: (models, account, body) =>
          candidates(models.length > 0 ? models : [...account.models.values()].slice(0, 1), account, body),
      })),
    ),
    rules: [
      'chat.model.unknown',
      'chat.model.malformed',
      'chat.model.wrong-modality',
      'media.model.unknown-',
      'media.model.malformed',
      'media.model.wrong-modality',
      'fallback.list.all-unknown',
      'stream.early.unknown-model',
      'error.message.unknown-model',
    ],
  },
  {
    id: 'generation-ids',
    without: 'no error names its generation',
    takeOut: inErrors((error) => without(error, 'generation_id')),
    rules: ['error.envelope.generation-id-type', 'stream.failure.generation-id'],
  },
];
