import type { JobView } from '@gateproof/simulator/behaviour';
import { type Change, overrule, remembering, together } from '../change.ts';

/** Renders a job as it is now, like the last time that it was rendered; undefined: it never was. */
export type RenderAgain = (id: string, nowMs: number) => unknown;

/** A change that can render a job once more. */
export const renderingAgain = (make: (renderAgain: RenderAgain) => Change): Change =>
  remembering(() => {
    const known = new Map<string, { readonly view: JobView; readonly render: (view: JobView) => unknown }>();
    const noting = overrule('jobs.render', '', (render, view) => {
      known.set(view.job.id, { view, render });
      return render(view);
    });
    const changing = make((id, nowMs) => {
      const last = known.get(id);
      return last?.render({ ...last.view, nowMs, linkedAtMs: nowMs });
    });
    return together(noting, changing);
  });
