import {
  type Account,
  caution,
  codeOf,
  describeAnswer,
  type Exchange,
  expectRefusal,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { mediaModel } from './held-jobs.ts';
import { type SubmittedJob, submitJob } from './media-jobs.ts';

/** Where an id that no job has comes from: a job of the target, whose id is changed, or our own making. */
export type UnknownId =
  | 'like an id of the target'
  | 'longer than an id'
  | 'the beginning of an id'
  | 'the id of a generation'
  | 'an id without its prefix'
  | 'an id in other letter case'
  | 'a pattern that the id matches'
  | 'a pattern that every id matches'
  | 'job_'
  | 'job_0'
  | 'job_00000000-0000-4000-8000-000000000000';

export const unknownIds: readonly UnknownId[] = [
  'like an id of the target',
  'longer than an id',
  'the beginning of an id',
  'the id of a generation',
  'an id without its prefix',
  'an id in other letter case',
  'a pattern that the id matches',
  'a pattern that every id matches',
  'job_',
  'job_0',
  'job_00000000-0000-4000-8000-000000000000',
];

/**
 * An id of the same form that nobody has: the last of its digits and letters stand the other way round. What comes before them may be
 * a time, a version, a region.
 */
export function changedId(id: string): string {
  const [, start = '', end = '', rest = ''] = /^(.*?)([A-Za-z0-9]{1,8})([^A-Za-z0-9]*)$/.exec(id) ?? [];
  const other = [...end].reverse().join('');
  return start + (other === end ? end.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : other) + rest;
}

/** What stands behind the prefix, with capitals for small letters and the other way round. */
function inOtherCase(id: string): string {
  const [, prefix = '', rest = ''] = /^(job_)?(.*)$/.exec(id) ?? [];
  return (
    prefix + rest.replace(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))
  );
}

const isServed = ({ response }: Exchange) => response !== undefined && response.status < 300;

/** Whether letter case says nothing in ids of this form, such as UUIDs: theirs are all of one case. */
const isOfOneCase = (id: string) => !(/[a-z]/.test(id.replace(/^job_/, '')) && /[A-Z]/.test(id));

/** An id that is not that of the job, but near to it; undefined where it is another form's business. */
function nearTo({ id, job }: SubmittedJob, form: UnknownId): string | undefined {
  if (form === 'longer than an id') return `${id}0`;
  if (form === 'the beginning of an id') return id.slice(0, -3);
  if (form === 'the id of a generation') return String(job.generation_id);
  if (form === 'an id without its prefix') return id.replace(/^job_/, '');
  if (form === 'an id in other letter case') return inOtherCase(id);
  if (form === 'a pattern that the id matches') return `${id.slice(0, -1)}_`;
  if (form === 'a pattern that every id matches') return 'job_%';
  return undefined;
}

/**
 * Uses an id that no job has. One in the target's own form must be answered 404 job_not_found; one of our own making may be taken for
 * malformed (freedom F109), which is worth a warning.
 */
export async function expectUnknownJob(
  world: World,
  asker: Account,
  form: UnknownId,
  ask: (id: string) => Promise<Exchange>,
): Promise<void> {
  if (form === 'like an id of the target') {
    const account = await world.account();
    const { id } = await submitJob(account.key, await mediaModel(account, 'image'));
    expectRefusal(world, await ask(changedId(id)), 'job_not_found');
    return;
  }
  const isOurs = form.startsWith('job_');
  const present = isOurs ? undefined : await submitJob(asker.key, await mediaModel(asker, 'image'));
  const near = present === undefined ? undefined : nearTo(present, form);
  if (near === present?.id && near !== undefined) throw new NotExercised(`${form} is the id of the job`);
  if (near?.includes('/') === true) throw new NotExercised('a path with an encoded slash need not be that of a job');
  const exchange = await ask(near ?? form + world.unique('nobody').replaceAll('-', ''));
  if (exchange.response?.status === 400 && codeOf(exchange) === 'invalid_request') {
    const expected = 'a refusal with 404 job_not_found';
    return caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
  }
  if (form === 'an id in other letter case' && isServed(exchange) && isOfOneCase(present?.id ?? ''))
    caution(world, {
      expected: 'a refusal with 404 job_not_found',
      observed: `${describeAnswer(exchange)}: the ids are of one case, and the target reads them in either`,
      exchanges: [exchange.id],
    });
  expectRefusal(world, exchange, 'job_not_found');
}
