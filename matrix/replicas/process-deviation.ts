import { type Behaviour, patch } from '@gateproof/simulator';
import { thisReplica } from '../replica.ts';

/** A way for each process of the simulator to keep something to itself: no rule breaks while one process takes every request. */
export interface ProcessDeviation {
  /** Of the state that the processes must share (`spec/shared-state.yaml`). */
  readonly id: string;
  readonly apply: (behaviour: Behaviour) => Behaviour;
}

/** A deviation with a memory, made anew for each simulator. */
export function remembering(make: () => (behaviour: Behaviour) => Behaviour): ProcessDeviation['apply'] {
  return (behaviour) => make()(behaviour);
}

/** Which replica took the submission of each job, by the job's id. */
export class JobHomes {
  readonly #homes = new Map<string, number>();

  /** Learns of jobs from the answers to submissions. */
  readonly learn = patch('exchanges', ({ answer }) => ({
    answer: (sent, request) => {
      const { id } = (sent.body ?? {}) as { readonly id?: unknown };
      const isSubmission = request.route === 'image' || request.route === 'transcription';
      if (isSubmission && sent.status === 202 && typeof id === 'string') this.#homes.set(id, thisReplica());
      return answer(sent, request);
    },
  }));

  /** Whether another replica than this one took the job. */
  isElsewhere(id: string): boolean {
    return (this.#homes.get(id) ?? thisReplica()) !== thisReplica();
  }
}
