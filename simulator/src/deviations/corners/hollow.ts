import { type Deviation, patch } from '../../behaviour/patch.ts';
import { breaking } from '../breaking.ts';

/** Media bodies have inputs where conversations have messages. */
const isChat = (body: object) => !('prompt' in body) && !('audio_url' in body);

/** Takes a required field for given although it is null. */
const nullIsGiven = (rule: string, field: 'model' | 'messages') =>
  breaking(
    rule,
    `takes null for ${field}`,
    patch('bodies', ({ requiredFields, problem }) => ({
      requiredFields: requiredFields.filter((name) => name !== field),
      problem: (body, serviceField) =>
        field in body || (field === 'messages' && !isChat(body))
          ? problem(body, serviceField)
          : { field, wanted: 'is required' },
    })),
    {
      how: 'null',
      entails: ['chat.body', 'media.body', 'chat.odd', 'media.odd', 'chat.refusal', 'media.refusal', 'error.'],
    },
  );

/** Ways to take for something what holds nothing. */
export const hollowCorners: readonly Deviation[] = [
  nullIsGiven('chat.body.messages.missing', 'messages'),
  nullIsGiven('chat.body.model.missing', 'model'),
  nullIsGiven('media.body.model.missing', 'model'),
  breaking(
    'error.upstream.empty',
    'serves a reply whose content is null',
    patch('routing', ({ isEmpty }) => ({ isEmpty: (output) => isEmpty(output) && output.finishReason === undefined })),
    { how: 'no-content' },
  ),
];
