import { inFallbackRequests } from '../../operators/try-endpoints.ts';
import { rows } from '../../rows.ts';
import { reword } from '../../text-edits.ts';

/** What the fallback models of jobs are sent. */
export const fallbackAnswerCorners = rows({
  'media.forward.image-inputs:fallback': inFallbackRequests(
    reword('prompt', 'cut to its first character', (text) => [...text].slice(0, 1).join('')),
  ),
});
