import type { Behaviour } from '../behaviour/behaviour.ts';
import { patch } from '../behaviour/patch.ts';
import type { Model } from '../tenants/model.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes what an endpoint is sent. */
export function forwarding(
  change: (body: JsonObject, model: Model) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ upstreamBody }) => ({
    upstreamBody: (body, model, serviceField) => change(upstreamBody(body, model, serviceField), model),
  }));
}
