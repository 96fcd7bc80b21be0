import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { streamControls } from '../../support/controls/stream.ts';
import answered from './answered.ts';
import early from './early.ts';
import event from './event.ts';
import failover from './failover.ts';
import failure from './failure.ts';
import failureCause from './failure-cause.ts';
import modelEchoed from './model.echoed.ts';
import relayContent from './relay.content.ts';
import relay from './relay.ts';

/** Streams: their form, what they relay, failing over, and how a failure is told. */
export const stream: AreaChecks = defineArea({
  checks: besideFeature(
    [answered, early, failover, failure, failureCause, modelEchoed, relay, relayContent],
    streamControls,
  ),
  standing: [event],
  servedBy: 'stream.answered.as-events',
});
