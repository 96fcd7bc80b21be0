import { patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import type { Edit } from '../edits.ts';

/** The chunk that reports the failure of a stream, with its `error`. */
export function inFailureChunks({ words, change }: Edit): Change {
  return {
    summary: `reports failures in streams with ${words}`,
    apply: patch('streaming', ({ failure }) => ({
      failure(error, identity) {
        const chunk = failure(error, identity);
        return chunk === undefined ? undefined : change(chunk);
      },
    })),
  };
}
