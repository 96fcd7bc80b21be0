import { type Account, script, turn, type World } from '@gateproof/harness';
import { mediaModel } from './held-jobs.ts';
import { type SubmittedJob, submitJob, untilState } from './media-jobs.ts';

/** Jobs with output, by what made it: one image, one transcript, several images. */
export const outputJobs = ['an image', 'a transcription', 'three images'] as const;
export type OutputJob = (typeof outputJobs)[number];

/** What the endpoint answers; a text of which the characters are fewer than the bytes. */
const answers: Readonly<Record<OutputJob, Parameters<typeof turn>[0] | undefined>> = {
  'an image': undefined,
  'a transcription': { kind: 'transcription', text: 'Gr\u00fc\u00dfe aus Z\u00fcrich \u{1f642}' },
  'three images': { kind: 'image', count: 3 },
};

/** Such a job, succeeded, as it was read. */
export async function succeededJob(world: World, account: Account, what: OutputJob): Promise<SubmittedJob> {
  const route = what === 'a transcription' ? 'transcription' : 'image';
  const answer = answers[what];
  const upstreams = answer === undefined ? undefined : [script(turn(answer))];
  const { id } = await submitJob(account.key, await mediaModel(account, route, upstreams));
  return untilState(world, account.key, id, 'succeeded');
}
