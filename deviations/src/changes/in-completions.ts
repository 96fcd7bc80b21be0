import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { inside, insideEach } from './reshape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes whole completions; `served` is what the endpoint said. */
export function inCompletions(
  change: (told: JsonObject, served: JsonObject) => JsonObject,
): (behaviour: Behaviour) => Behaviour {
  return patch('completions', ({ completion }) => ({
    completion: (served, identity) => change(completion(served, identity), served),
  }));
}

/** Changes the messages of whole completions. */
export function inMessages(change: (message: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return inCompletions((told) => insideEach(told, 'choices', (choice) => inside(choice, 'message', change)));
}
