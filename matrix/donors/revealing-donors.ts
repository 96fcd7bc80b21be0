import type { ChosenDonors } from './choose-donors.ts';

/**
 * Donors that the kill matrix has learned: cases that show deviations of standing rules which no other donor shows.
 * `npm run matrix -- --own` prints a line `survived` for a deviation whose donor belongs here.
 */
export const revealingDonors: Readonly<Record<string, ChosenDonors>> = {
  'error.code.rate-limited.status': new Map([['error.upstream.rate-limited', 3]]),
  'error.code.client-disconnected.status': new Map([['error.upstream.empty', 1]]),
  'error.envelope.object': new Map([
    ['chat.body.empty', 1],
    ['chat.body.malformed', 1],
    ['model.get.unknown', 6],
  ]),
  'job.field.output.type': new Map([['job.read.state-of-work', 2]]),
  'job.output.link-unexpired': new Map([['job.output.link-expires', 2]]),
  'signature.header.lowercase': new Map([['rotation.two-signatures', 1]]),
  'signature.value.every-v1': new Map([['rotation.two-signatures', 1]]),
  'webhook.data.equals-every-read': new Map([['webhook.data.equals-read-succeeded', 6]]),
  'error.code.retention-expired.status': new Map([['job.zdr.kind', 1]]),
  'chat.field.usage-prompt-tokens.type': new Map([['chat.relay.content', 3]]),
};
