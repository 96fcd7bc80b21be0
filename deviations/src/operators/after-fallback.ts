import type { Job, JobBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide, remembering, together } from '../change.ts';

/** Changes jobs once a model behind the requested one is asked. */
export function afterFallback(
  words: string,
  changes: (jobs: JobBehaviour, hasFallenBack: (job: Job) => boolean) => Partial<JobBehaviour>,
): Change {
  return remembering(() => {
    const requested = new Set<unknown>();
    const noting = decide('routing', '', ({ upstreamBody }) => ({
      upstreamBody(body, model, serviceField) {
        if (body.model !== model.id) requested.add(body.model);
        return upstreamBody(body, model, serviceField);
      },
    }));
    const changing = decide('jobs', `${words} once a fallback model is asked`, (jobs) =>
      changes(jobs, ({ requestedModel }) => requested.has(requestedModel)),
    );
    return together(noting, changing);
  });
}
