import {
  controlServed,
  type Exchange,
  expectThat,
  type Key,
  type Model,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';

/**
 * States that refused requests reached none of the model's upstreams. A request that is served afterwards proves that they
 * would have been seen, and that nothing is still on its way. `servedBefore` (default 0) is how many the model had served already.
 */
export async function expectNoUpstreamCall(
  world: World,
  served: { readonly key: Key; readonly model: Model },
  refused: readonly Exchange[],
  servedBefore = 0,
): Promise<void> {
  const letIn = refused.find(({ response }) => response === undefined || response.status < 400);
  if (letIn !== undefined) {
    throw new SetupFailed('the request that was to be refused was not', { exchanges: [letIn.id] });
  }
  controlServed(await served.key.chat({ model: served.model.id, messages: hello }));
  const calls = served.model.upstreams.flatMap((upstream) => upstream.calls());
  if (calls.length === 0) throw new SetupFailed('the control was served without a call to our upstream');
  const wanted = servedBefore + 1;
  expectThat(world, calls.length === wanted, {
    expected: `only the requests that were served to reach the upstream (${wanted}), not the ${refused.length} refused`,
    observed: `${calls.length} calls`,
    exchanges: refused.map(({ id }) => id),
  });
}
