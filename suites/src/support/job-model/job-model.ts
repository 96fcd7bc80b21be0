import type { MediaRoute } from '../media-jobs.ts';

/** Where a job stands, as far as a client can see it: its work goes on, or it has ended. */
export const phases = ['running', 'succeeded', 'failed', 'canceled'] as const;
export type Phase = (typeof phases)[number];

/** What can be done to one job. `end`: its endpoint answers, or fails, as its plan says. `rotate`: the secret that signs its events is replaced. */
export const commands = [
  'read',
  'read by another key',
  'read by a stranger',
  'cancel',
  'cancel by a stranger',
  'submit again',
  'wait',
  'rotate',
  'end',
] as const;
export type JobCommand = (typeof commands)[number];

/** A job of a sequence: its route, and what its endpoint will say once it is let go on. */
export interface JobPlan {
  readonly route: MediaRoute;
  readonly end: 'succeeded' | 'failed';
}

/** Whether the command means anything there: the endpoint of a job ends once, and that of a canceled one may end late. */
export function isPossible(phase: Phase, command: JobCommand, hasEnded: boolean): boolean {
  return command !== 'end' || (!hasEnded && phase !== 'succeeded' && phase !== 'failed');
}

/** Where the job stands after the command (States and transitions): what is final stays, and only the owner's cancel cancels. */
export function nextPhase(phase: Phase, command: JobCommand, plan: JobPlan): Phase {
  if (phase !== 'running') return phase;
  if (command === 'cancel') return 'canceled';
  return command === 'end' ? plan.end : phase;
}

/** A state with what is done there, as it is counted for coverage: `canceled › end failed`. */
export function transitionOf(phase: Phase, command: JobCommand, plan: JobPlan): string {
  return `${phase} › ${command === 'end' ? `end ${plan.end}` : command}`;
}

/** Every state with everything that can be done there. */
export const transitions: readonly string[] = phases.flatMap((phase) =>
  commands.flatMap((command) => {
    if (command !== 'end') return [`${phase} › ${command}`];
    return phase === 'running' || phase === 'canceled' ? [`${phase} › end succeeded`, `${phase} › end failed`] : [];
  }),
);
