import fc from 'fast-check';
import { mediaRoutes } from '../media-jobs.ts';
import {
  commands,
  isPossible,
  type JobCommand,
  type JobPlan,
  nextPhase,
  type Phase,
  transitionOf,
} from './job-model.ts';

export interface JobStep {
  /** Which of the jobs, from 0. */
  readonly job: number;
  readonly command: JobCommand;
}

/** Jobs that are submitted first, and what is then done to them in order. Steps that are impossible where they come are left out. */
export interface JobSequence {
  readonly kind: 'jobs';
  readonly jobs: readonly JobPlan[];
  readonly steps: readonly JobStep[];
}

/** Everything that can be done to a job over and over, before and after each of the ways for it to end. */
const around: readonly JobCommand[] = commands.filter((command) => !['cancel', 'end', 'rotate'].includes(command));

function tour(plan: JobPlan, rotates: 'before' | 'after', ...ends: readonly JobCommand[]): JobSequence {
  const when = (moment: typeof rotates): readonly JobCommand[] => (rotates === moment ? ['rotate'] : []);
  const order = [
    ...around,
    ...when('before'),
    ...ends,
    ...when('after'),
    ...around,
    'cancel',
    'read',
    'cancel',
    'read',
  ] as const;
  return { kind: 'jobs', jobs: [plan], steps: order.map((command) => ({ job: 0, command })) };
}

/** One job each, taken through every state and whatever can be done in it. */
export const jobTours = {
  succeeds: tour({ route: 'image', end: 'succeeded' }, 'after', 'end'),
  fails: tour({ route: 'transcription', end: 'failed' }, 'after', 'end'),
  canceledThenSucceeds: tour({ route: 'transcription', end: 'succeeded' }, 'after', 'cancel', 'end'),
  canceledThenFails: tour({ route: 'image', end: 'failed' }, 'before', 'cancel', 'end'),
} as const satisfies Readonly<Record<string, JobSequence>>;
export type JobTour = keyof typeof jobTours;

/** One job, or two at a time: a gateway may let more than that wait in a queue. */
export const jobSequences: fc.Arbitrary<JobSequence> = fc
  .array(fc.record({ route: fc.constantFrom(...mediaRoutes), end: fc.constantFrom('succeeded', 'failed') }), {
    minLength: 1,
    maxLength: 2,
  })
  .chain((jobs) =>
    fc.record({
      kind: fc.constant('jobs' as const),
      jobs: fc.constant(jobs),
      steps: fc.array(fc.record({ job: fc.nat({ max: jobs.length - 1 }), command: fc.constantFrom(...commands) }), {
        minLength: 4,
        maxLength: 16,
      }),
    }),
  );

/** A step that is taken, with where its job stands before and after it. */
export interface Move extends JobStep {
  readonly plan: JobPlan;
  readonly from: Phase;
  readonly to: Phase;
  readonly transition: string;
}

/** The steps of a sequence that are possible, as the model takes them. */
export function movesOf({ jobs, steps }: JobSequence): readonly Move[] {
  const stands = jobs.map((plan) => ({ plan, phase: 'running' as Phase, hasEnded: false }));
  let hasRotated = false;
  return steps.flatMap((step): Move[] => {
    const one = stands[step.job];
    if (one === undefined || !isPossible(one.phase, step.command, one.hasEnded)) return [];
    // Each secret that is replaced signs on for a day: once is enough to know which deliveries two must sign.
    if (step.command === 'rotate' && hasRotated) return [];
    hasRotated ||= step.command === 'rotate';
    const { plan, phase: from } = one;
    one.phase = nextPhase(from, step.command, plan);
    one.hasEnded ||= step.command === 'end';
    return [{ ...step, plan, from, to: one.phase, transition: transitionOf(from, step.command, plan) }];
  });
}
