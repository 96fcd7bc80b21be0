import { type Change, decide } from '../change.ts';
import type { Edit } from '../edits.ts';

/** The chunk that reports the failure of a stream, with its `error`. */
export function inFailureChunks({ words, change }: Edit): Change {
  return decide('streaming', `reports failures in streams with ${words}`, ({ failure }) => ({
    failure(error, identity) {
      const chunk = failure(error, identity);
      return chunk === undefined ? undefined : change(chunk);
    },
  }));
}
