import { type Account, script, turn, type World } from '@gateproof/harness';
import { mediaModel } from './held-jobs.ts';
import { type SubmittedJob, submitJob, untilState } from './media-jobs.ts';

/** Jobs with output, by what made it: one image, one transcript, several images. */
export const outputJobs = ['an image', 'a transcription', 'three images'] as const;
export type OutputJob = (typeof outputJobs)[number];

/** Such a job, succeeded, as it was read. */
export async function succeededJob(world: World, account: Account, what: OutputJob): Promise<SubmittedJob> {
  const route = what === 'a transcription' ? 'transcription' : 'image';
  const upstreams = what === 'three images' ? [script(turn({ kind: 'image', count: 3 }))] : undefined;
  const { id } = await submitJob(account.key, await mediaModel(account, route, upstreams));
  return untilState(world, account.key, id, 'succeeded');
}
