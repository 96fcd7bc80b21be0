import { GatewayError, isFinal, type Job, type JobBehaviour, type JobView } from '@gateproof/simulator/behaviour';
import { type Change, decide, each, overrule, remembering, together, watch } from '../change.ts';
import { edit } from '../edits/fields.ts';
import { jobsOf, patternOf } from '../requests/seen.ts';
import { allOf, type JobScope, jobsWhere } from '../scopes/jobs.ts';
import { requests } from '../scopes/requests.ts';
import { inJobs } from './edit-messages.ts';

type Use = Parameters<JobBehaviour['find']>[3];

interface Search {
  readonly id: string;
  readonly account: JobView['account'];
  readonly use: Use;
  /** The job of the account. */
  readonly own: Job | undefined;
  /** The job of another account, where the account has none. */
  readonly foreign: Job | undefined;
}

/** Finds jobs in another way. */
export const findJobs = (summary: string, find: (search: Search) => Job | undefined): Change =>
  overrule('jobs.find', summary, (present, id, account, everyone, use, key) => {
    const own = present(id, account, everyone, use, key);
    const foreign = own ?? [...everyone].flatMap(({ jobs }) => jobs.get(id) ?? [])[0];
    return find({ id, account, use, own, foreign: own === undefined ? foreign : undefined });
  });

/** Finds jobs of other accounts, or those that the scopes cover. */
export function findForeign(use: Use, ...scopes: readonly JobScope[]): Change {
  const { words, covers } = foreignJobs(scopes);
  return findJobs(`finds jobs of other accounts to ${use} ${words}`, (search) =>
    search.use === use && covers(search) ? search.foreign : search.own,
  );
}

/** Finds jobs of the account under other ids. */
export const findUnder = (use: Use, words: string, is: (job: Job, id: string) => boolean): Change =>
  findJobs(`finds jobs to ${use} ${words}`, ({ id, account, own, use: wanted }) =>
    wanted === use ? (own ?? jobsOf(account).find((job) => is(job, id))) : own,
  );

/** What jobs may be found by that is not their id. */
const otherIds: Readonly<Record<string, readonly [words: string, is: (job: Job, id: string) => boolean]>> = {
  longer: ['under longer ids', (job, id) => id.startsWith(job.id)],
  generation: ['under their generation_id', ({ generation }, id) => generation.id === id],
  pattern: ['by patterns of their ids', (job, id) => /[_%]/.test(id.slice(4)) && patternOf(id).test(job.id)],
  prefix: ['without their prefix', (job, id) => job.id === `job_${id}`],
};

/** Gives jobs ids with a capital, and finds them in any letter case. */
function findInAnyCase(): Change {
  const capital = edit('id', 'with a capital', (id) =>
    String(id).replace(/^(job_\d*)([a-z])/, (_id, start, letter) => start + letter.toUpperCase()),
  );
  const alike = ({ id: own }: Job, id: string) => own.toLowerCase() === id.toLowerCase();
  const words = 'in any letter case';
  return together(inJobs(capital), findUnder('read', words, alike), findUnder('cancel', words, alike));
}

/** Rows of what finds jobs by something else than their id. */
export const findUnderOthers = (use: Use): Readonly<Record<string, Change>> => ({
  ...each('unknown:*', otherIds, ([words, is]) => findUnder(use, words, is)),
  'unknown:letter-case': findInAnyCase(),
});

interface Refusal {
  readonly code: string;
  /** Default: that about jobs that nobody has. */
  readonly message?: string;
  readonly scope?: 'request' | 'route';
  readonly withGeneration?: true;
}

/** Refuses requests for jobs of other accounts in other words than those for jobs that nobody has. */
export function refuseForeign(
  uses: readonly Use[],
  { code, message, scope = 'request', withGeneration }: Refusal,
  ...scopes: readonly JobScope[]
): Change {
  const { words, covers } = foreignJobs(scopes);
  const refusal = `${code}, scope ${scope}${withGeneration ? ', and generation_id' : ''}`;
  return findJobs(`answers ${refusal} to ${uses.join(' or ')} jobs of other accounts ${words}`, (search) => {
    const { id, use, own, foreign } = search;
    if (foreign === undefined || !uses.includes(use) || !covers(search)) return own;
    const details = { scope, ...(withGeneration && { generationId: foreign.generation.id }) };
    throw new GatewayError(code, message ?? `The account has no job ${id}.`, details);
  });
}

const foreignJobs = (scopes: readonly JobScope[]) => {
  const { words, covers } = allOf(scopes);
  return requests(words, ({ foreign: job, account, use }: Search) => {
    const seen = { account, nowMs: account.clock.now(), where: use === 'retry' ? 'submission' : use } as const;
    return job !== undefined && covers({ job, ...seen });
  });
};

type ChangeJobs = (jobs: JobBehaviour, hasFallenBack: (job: Job) => boolean) => Partial<JobBehaviour>;

/** Changes jobs once a model behind the requested one is asked. */
export const afterFallback = (words: string, changes: ChangeJobs): Change =>
  remembering((requested = new Set<unknown>()) => [
    watch('routing.upstreamBody', '', (_sent, body, model) => {
      if (body.model !== model.id) requested.add(body.model);
    }),
    decide('jobs', `${words} once a fallback model is asked`, (jobs) =>
      changes(jobs, ({ requestedModel }) => requested.has(requestedModel)),
    ),
  ]);

/** Renders a job as it is now, like the last time that it was rendered; undefined: it never was. */
export type RenderAgain = (id: string, nowMs: number) => unknown;

/** A change that can render a job once more. */
export const renderingAgain = (make: (renderAgain: RenderAgain) => Change): Change =>
  remembering((known = new Map<string, { readonly view: JobView; readonly render: (view: JobView) => unknown }>()) => [
    overrule('jobs.render', '', (render, view) => {
      known.set(view.job.id, { view, render });
      return render(view);
    }),
    make((id, nowMs) => {
      const last = known.get(id);
      return last?.render({ ...last.view, nowMs, linkedAtMs: nowMs });
    }),
  ]);

/** Lets jobs wait a moment before they begin. */
export const queuedShortly: Change = decide('jobs', 'keeps jobs queued for 20 ms', { queuedForMs: () => 20 });

/** Lets cancels take a moment. */
export const takeCancelsSlowly: Change = decide('jobs', 'lets cancels take 20 ms', { cancelTakesMs: () => 20 });

/** Whether a cancel of the job is under way. */
export const isBeingCanceled = ({ cancelRequested, stage }: Job): boolean => cancelRequested && !isFinal(stage.state);
export const canceling = jobsWhere('whose cancel is under way', ({ job }) => isBeingCanceled(job));
