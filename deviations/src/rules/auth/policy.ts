import type { RunRequest, SeenRequest } from '@gateproof/simulator/behaviour';
import { each, kinds, rows } from '../../change.ts';
import { skip } from '../../operators/admit.ts';
import { refuse } from '../../operators/answers.ts';
import { callRefused, runRefused } from '../../operators/refused.ts';
import { reportInStream } from '../../operators/streams.ts';
import { bodyOf } from '../../requests/seen.ts';
import { withList } from '../../scopes/chats.ts';
import { and, at, chats, not, restricted, runs, streams, submissions, where } from '../../scopes/requests.ts';

const asks = ['retention', 'region'];

/** Requests that ask for a retention class or a region. */
const asking = (ask: string) =>
  where(runs, `that ask for a ${ask}`, ({ service }: RunRequest) => service[ask] !== undefined);
const saying = (pattern: RegExp) => (request: SeenRequest) => pattern.test(JSON.stringify(bodyOf(request)));
const isAsking = saying(/"(retention|region)"/);
const askingAny = where(not(restricted('policy')), 'that ask for retention or a region', isAsking);
/** Keys whose policy names a retention class or a region, and not both. */
const halves = where(restricted('policy'), 'of one part', ({ key }: Pick<SeenRequest, 'key'>) => {
  const { policy } = key?.restrictions ?? {};
  return policy?.retention === undefined || policy.region === undefined;
});
const isForbidden = saying(/"retention":"long"|"region":"(?!home)/);
const strict = where(halves, 'that ask for what the other part would forbid', isForbidden);

/** What a key's policy forbids. */
export const authPolicy = rows('auth.policy', {
  ...each('*-chat', asks, (ask) => skip('policy', and(chats, asking(ask)))),
  ...each('*-media', asks, (ask) => skip('policy', and(submissions, asking(ask)))),
  ...each('*-chat:stream', asks, () => skip('policy', streams)),
  ...each('*-chat:list', asks, () => skip('policy', and(chats, withList))),
  ...each('*-chat:streamed-list', asks, () => skip('policy', and(streams, withList))),
  ...each('*-chat:with-models', asks, () => skip('policy', restricted('models'))),
  ...each('*-chat:half', asks, () => skip('policy', and(chats, halves))),
  ...each('*-media:half', asks, () => skip('policy', and(submissions, halves))),
  ...each('*-media:list', asks, () => skip('policy', and(submissions, withList))),
  ...each('*-media:transcription-list', asks, () => skip('policy', and(at('transcription'), withList))),
  ...each('retention-media:*', kinds, (kind) => skip('policy', at(kind))),
  'region-chat:in-stream': reportInStream('policy_conflict'),
  inside: refuse(and(runs, restricted('policy')), 'policy_conflict'),
  'inside:stream': refuse(and(streams, restricted('policy')), 'policy_conflict'),
  'inside:media': refuse(and(submissions, restricted('policy')), 'policy_conflict'),
  none: refuse(and(chats, askingAny), 'policy_conflict'),
  'none:media': refuse(and(submissions, askingAny), 'policy_conflict'),
  'none:stream': refuse(and(streams, askingAny), 'policy_conflict'),
  'none:half': refuse(and(runs, strict), 'policy_conflict'),
  'refused-without-effect': callRefused('policy_conflict'),
  'refused-without-effect:media': runRefused('policy_conflict', submissions),
  'refused-without-effect:transcription': runRefused('policy_conflict', at('transcription')),
  'refused-without-effect:stream': runRefused('policy_conflict', streams),
});
