import { controlStream } from '@gateproof/harness';
import type { FeatureControl } from '../beside-feature.ts';
import { askStream } from '../streams.ts';

const streams: FeatureControl = async (_world, account) => {
  controlStream(await askStream(account, await account.usableModel()));
};

/** What hold on a target that streams nothing, too: they are decided beside a stream. */
export const streamControls: Readonly<Record<string, FeatureControl>> = {
  'stream.early.unreachable': streams,
  'stream.early.server-error': streams,
  'stream.early.empty': streams,
  'stream.early.error-event': streams,
  'stream.early.timeout': streams,
  'stream.failover.no-splice': streams,
  'stream.failover.tool-calls-unmixed': streams,
  'stream.failover.after-role-chunk': streams,
};
