import { isFinal, type JobBehaviour, type JobView, patch } from '@gateproof/simulator/behaviour';
import { isObject } from '../../changes/exchange-changes.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Change = (told: JsonObject, view: JobView) => JsonObject;

/** Tells jobs otherwise where `is` holds. */
const telling = (rule: string, how: string, summary: string, is: (view: JobView) => boolean, change: Change) =>
  breaking(
    `${rule}:${how}`,
    summary,
    patch('jobs', ({ render }) => ({ render: (view) => (is(view) ? change(render(view), view) : render(view)) })),
  );

/** As `telling`, from the n-th sight of a job in this place on; `sight` from 1. */
const tellingAt = (
  rule: string,
  how: string,
  summary: string,
  is: (view: JobView, sight: number) => boolean,
  change: Change,
) =>
  breaking(`${rule}:${how}`, summary, (behaviour) => {
    const sights = new Map<string, number>();
    return patch('jobs', ({ render }) => ({
      render(view) {
        const place = `${view.job.id} ${view.where} ${view.job.stage.state}`;
        const sight = (sights.get(place) ?? 0) + 1;
        sights.set(place, sight);
        return is(view, sight) ? change(render(view), view) : render(view);
      },
    }))(behaviour);
  });

const set =
  (fields: JsonObject): Change =>
  (told) => ({ ...told, ...fields });
const drop =
  (...names: readonly string[]) =>
  (told: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name)));
const state =
  (...states: readonly string[]) =>
  ({ job }: JobView) =>
    states.includes(job.stage.state);
const ended = ({ job }: JobView) => isFinal(job.stage.state);
const at =
  (where: JobView['where'], is: (view: JobView) => boolean = () => true) =>
  (view: JobView) =>
    view.where === where && is(view);
const audio = ({ job }: JobView) => job.kind === 'transcription';
const both =
  (...all: readonly ((view: JobView) => boolean)[]) =>
  (view: JobView) =>
    all.every((one) => one(view));
const inMetadata =
  (change: (notes: JsonObject) => JsonObject): Change =>
  (told) =>
    Object.fromEntries(
      Object.entries(told).map(([name, value]) => [
        name,
        name.endsWith('_metadata') && isObject(value) ? change(value) : value,
      ]),
    );
const inError =
  (change: (error: JsonObject) => JsonObject): Change =>
  (told) =>
    isObject(told.error) ? { ...told, error: change(told.error) } : told;
const inItems =
  (change: (item: JsonObject, place: number) => JsonObject): Change =>
  (told) =>
    Array.isArray(told.output) ? { ...told, output: told.output.map(change) } : told;
const zeroTime = '0001-01-01T00:00:00Z';
const later = (value: unknown, ms: number) => new Date(Date.parse(String(value)) + ms).toISOString();
/** The told job without these fields. */
const without = (told: JsonObject, ...names: readonly string[]): JsonObject => drop(...names)(told);
const jobs = (rule: string, how: string, summary: string, change: (present: JobBehaviour) => Partial<JobBehaviour>) =>
  breaking(`${rule}:${how}`, summary, (behaviour) => patch('jobs', change)(behaviour));
const failed = (told: JsonObject, code: string, kind: string): JsonObject => ({
  ...without(told, 'output', 'usage'),
  state: 'failed',
  error: { code, kind, message: 'It did not work.' },
});
const running = (told: JsonObject): JsonObject => ({
  ...without(told, 'completed_at', 'error', 'output'),
  state: 'processing',
});

/** Deviations of how jobs behave and are told. */
export const deviating = { jobs, telling, tellingAt };
/** What a view of a job may be picked by. */
export const views = { state, ended, at, audio, both };
/** Changes of a told job. */
export const changes = { set, drop, without, failed, running, inMetadata, inError, inItems, zeroTime, later };
