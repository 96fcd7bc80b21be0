import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { answering, idempotencyKeyOf, isChat, isMedia, refusing, withHistory } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const empty = {
  id: 'chatcmpl_empty',
  object: 'chat.completion',
  created: 1_790_000_000,
  choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 },
};

/** Ways to get wrong what comes again, or comes after something else. */
export const repeatCorners: readonly Deviation[] = [
  ...(
    [
      ['credit', 'a submission', isMedia],
      ['credit-transcription', 'a transcription', ({ route }) => route === 'transcription'],
      ['credit-chat', 'a chat request', isChat],
    ] as const satisfies readonly (readonly [string, string, (request: SeenRequest) => boolean])[]
  ).map(([how, which, is]) =>
    breaking(
      `idempotency.refused.same-body:${how}`,
      `fails on ${which} that comes again once it was refused for want of credit`,
      withHistory((history) =>
        refusing(
          (request) => is(request) && history.before(request).some((answer) => answer?.status === 402),
          'internal_error',
        ),
      ),
    ),
  ),
  breaking(
    'idempotency.refused.after-failure:invented',
    'answers a failed request that comes again with an empty reply',
    withHistory((history) =>
      patch('exchanges', ({ instead }) => ({
        instead(request) {
          const [first] = history.before(request);
          const failed = first !== undefined && first.status >= 500 && request.route === 'chat';
          return failed ? { status: 200, contentType: 'application/json', body: empty } : instead(request);
        },
      })),
    ),
  ),
  breaking('auth.key.missing:repeated', 'looks at the Idempotency-Key before the API key', (behaviour) => {
    const known = new Map<string, unknown>();
    const keeping = answering((answer, request) => {
      const key = idempotencyKeyOf(request);
      if (key !== undefined && request.route === 'chat' && answer.status === 200) known.set(key, answer.body);
      return answer;
    });
    return patch('exchanges', ({ instead }) => ({
      instead(request) {
        const body = known.get(idempotencyKeyOf(request) ?? '');
        const isKeyless = request.headers.authorization === undefined;
        return isKeyless && body !== undefined
          ? { status: 200, contentType: 'application/json', body }
          : instead(request);
      },
    }))(keeping(behaviour));
  }),
];
