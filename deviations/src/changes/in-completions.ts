import { type Behaviour, patch } from '@gateproof/simulator/behaviour';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes whole completions; `served` is what the endpoint said. */
export function inCompletions(
  change: (told: JsonObject, served: JsonObject) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('completions', ({ completion }) => ({
    completion: (served, identity) => change(completion(served, identity), served),
  }));
}
