import { type Job, type JobBehaviour, patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../../change.ts';

/** Changes jobs once a model behind the requested one is asked. */
export function afterFallback(
  words: string,
  changes: (jobs: JobBehaviour, hasFallenBack: (job: Job) => boolean) => Partial<JobBehaviour>,
): Change {
  return change(`${words} once a fallback model is asked`, (behaviour) => {
    const requested = new Set<unknown>();
    const noting = patch('routing', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        if (body.model !== model.id) requested.add(body.model);
        return upstreamBody(body, model, serviceField);
      },
    }));
    const changing = patch('jobs', (jobs) => changes(jobs, ({ requestedModel }) => requested.has(requestedModel)));
    return changing(noting(behaviour));
  });
}
