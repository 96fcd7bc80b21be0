import { type Behaviour, GatewayError, type Job, type Model, referenceBehaviour } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';

/** What the gateway behind a proxy said of a thing: its seams render that, and nothing of their own. */
export class Said {
  readonly #texts = new WeakMap<object, JsonObject>();

  note<Thing extends Job | Model | GatewayError>(thing: Thing, said: JsonObject): Thing {
    this.#texts.set(thing, said);
    return thing;
  }

  of(thing: Job | Model | GatewayError): JsonObject {
    const said = this.#texts.get(thing);
    if (said === undefined) throw new Error('the gateway has said nothing of this');
    return said;
  }
}

/** A behaviour whose seams pass on what the gateway said: deviations change it as they change the simulator's. */
export function relayedBehaviour(said: Said): Behaviour {
  const { jobs, models, errors, completions, streaming } = referenceBehaviour;
  return {
    ...referenceBehaviour,
    jobs: { ...jobs, render: ({ job }) => said.of(job) },
    models: { ...models, render: (model) => said.of(model) },
    errors: { ...errors, body: (error) => said.of(error) },
    completions: { ...completions, completion: (completion) => completion },
    streaming: { ...streaming, chunk: (chunk) => chunk, failure: (error) => ({ error }) },
  };
}

/** An error of the gateway's, by the code that it says. */
export function errorSaid(said: Said, error: JsonObject): GatewayError {
  return said.note(new GatewayError(String(error.code), String(error.message)), error);
}
