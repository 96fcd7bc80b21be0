import { type Behaviour, type CompletionIdentity, patch } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';
import { hasList } from '../fallback.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Apply = (behaviour: Behaviour) => Behaviour;

const inFrame = (change: (error: JsonObject, frame: JsonObject) => JsonObject | undefined): Apply =>
  patch('streaming', ({ failure }) => ({
    failure: (error, identity) => {
      const frame = failure(error, identity);
      return frame === undefined ? undefined : change(error, frame);
    },
  }));
const inError = (change: (error: JsonObject) => JsonObject): Apply =>
  inFrame((error, frame) => ({ ...frame, error: change(error) }));

/** Ends as if all were well where this holds. */
const silentWhen = (applies: (identity: CompletionIdentity) => boolean): Apply =>
  patch('streaming', ({ failure }) => ({
    failure: (error, identity) => (applies(identity) ? undefined : failure(error, identity)),
  }));

/** Ways to tell the failure of a stream wrongly, in one corner only. */
export const errorChunkCorners: readonly Deviation[] = [
  ...(
    [
      ['flag', 'tells the error as true', inFrame((_error, frame) => ({ ...frame, error: true }))],
      [
        'flat',
        'tells the fields of the error without the error',
        inFrame((error, { error: _error, ...frame }) => ({ ...frame, ...error })),
      ],
      [
        'nested',
        'tells the error within a choice',
        inFrame((error, { error: _error, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: {}, error, finish_reason: 'error' }],
        })),
      ],
      [
        'array',
        'tells a list of errors',
        inFrame((error, { error: _error, ...frame }) => ({ ...frame, errors: [error] })),
      ],
      [
        'finish',
        'tells a finish_reason in place of the error',
        inFrame((_error, { error: _told, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        })),
      ],
      [
        'content',
        'tells the error as content',
        inFrame(({ message }, { error: _told, ...frame }) => ({
          ...frame,
          choices: [{ index: 0, delta: { content: message }, finish_reason: 'stop' }],
        })),
      ],
    ] as const
  ).map(([how, summary, apply]) => breaking(`stream.failure.chunk:${how}`, summary, apply)),
  breaking(
    'stream.failure.chunk:named',
    'tells the error by the name of an event, under another field',
    patch('streaming', ({ event }) => ({
      event: (value) => {
        const { error, ...rest } = value as JsonObject;
        return error === undefined
          ? event(value)
          : `event: error\ndata: ${JSON.stringify({ ...rest, detail: error })}\n\n`;
      },
    })),
  ),
  breaking(
    'stream.failure.chunk:silent-with-others',
    'ends as if all were well while another endpoint is left',
    silentWhen(({ candidateCount }) => candidateCount > 1),
  ),
  breaking(
    'stream.failure.chunk:silent-with-list',
    'ends as if all were well when there is a list of fallback models',
    silentWhen(({ asked }) => hasList(asked)),
  ),
  breaking(
    'stream.failure.chunk:silent-after-another',
    'ends as if all were well when another had failed before',
    silentWhen(({ failedBefore }) => failedBefore > 1),
  ),
  breaking('stream.failure.done-follows:before', 'sends [DONE] before the error', (behaviour) =>
    patch('streaming', ({ event }) => ({
      event: (value) => ((value as JsonObject).error === undefined ? event(value) : `data: [DONE]\n\n${event(value)}`),
      closingAfterFailure: '',
    }))(behaviour),
  ),
  breaking(
    'stream.failure.chunk-last:usage',
    'sends usage after the error',
    patch('streaming', {
      closingAfterFailure:
        'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\ndata: [DONE]\n\n',
    }),
  ),
  breaking(
    'stream.failure.chunk-last:twice',
    'tells the error twice',
    patch('streaming', ({ event }) => ({
      event: (value) => ((value as JsonObject).error === undefined ? event(value) : event(value) + event(value)),
    })),
  ),
  breaking(
    'stream.failure.code:stall',
    'tells a stall under a code of its own',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, code: 'stream_stalled' } : error)),
  ),
  breaking(
    'stream.failure.code:moderation',
    'tells a refusal of content under a code of its own',
    inError((error) => (error.code === 'moderation_refused' ? { ...error, code: 'content_filter' } : error)),
  ),
  breaking(
    'stream.failure.code:number',
    'tells the status for a code',
    inError((error) => ({ ...error, code: 502 })),
  ),
  breaking(
    'stream.failure.kind:stall',
    'tells a stall as unavailable',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, kind: 'unavailable' } : error)),
  ),
  breaking(
    'stream.failure.kind:moderation',
    'tells a refusal of content as unavailable',
    inError((error) => (error.code === 'moderation_refused' ? { ...error, kind: 'unavailable' } : error)),
  ),
  breaking(
    'stream.failure.message:stall',
    'leaves out the message of a stall',
    inError((error) => (error.code === 'upstream_timeout' ? { ...error, message: null } : error)),
  ),
  breaking(
    'stream.failure.generation-id:number',
    'tells the generation id as a number',
    inError((error) => ({ ...error, generation_id: 7 })),
  ),
  breaking(
    'stream.failure.no-conflict-fields:cost',
    'tells the cost with the error',
    inError((error) => ({ ...error, cost: { billing_usd: 0 } })),
  ),
];
