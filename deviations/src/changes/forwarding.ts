import { type Behaviour, type Model, patch } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';

/** Changes what an endpoint is sent. */
export function forwarding(
  change: (body: JsonObject, model: Model) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ upstreamBody }) => ({
    upstreamBody: (body, model, serviceField) => change(upstreamBody(body, model, serviceField), model),
  }));
}
