import type { Job, JobBehaviour } from '@gateproof/simulator/behaviour';
import { type Change, decide, remembering, together, watch } from '../change.ts';

/** Changes jobs once a model behind the requested one is asked. */
export const afterFallback = (
  words: string,
  changes: (jobs: JobBehaviour, hasFallenBack: (job: Job) => boolean) => Partial<JobBehaviour>,
): Change =>
  remembering(() => {
    const requested = new Set<unknown>();
    const noting = watch('routing.upstreamBody', '', (_sent, body, model) => {
      if (body.model !== model.id) requested.add(body.model);
    });
    const changing = decide('jobs', `${words} once a fallback model is asked`, (jobs) =>
      changes(jobs, ({ requestedModel }) => requested.has(requestedModel)),
    );
    return together(noting, changing);
  });
