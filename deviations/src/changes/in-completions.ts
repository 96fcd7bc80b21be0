import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';

/** Changes whole completions; `served` is what the endpoint said. */
export function inCompletions(
  change: (completion: JsonObject, served: JsonObject) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('completions', ({ completion }) => ({
    completion: (served, identity) => change(completion(served, identity), served),
  }));
}
