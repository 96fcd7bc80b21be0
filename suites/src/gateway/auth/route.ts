import {
  type Account,
  besideControl,
  caution,
  codeOf,
  controlAccepted,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  type Header,
  inCase,
  isObject,
  type Model,
  NotArranged,
  type RequestOptions,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { submitJob } from '../../support/media-jobs.ts';
import { namedAsKey } from '../../support/named-as-key.ts';
import { controlKey, nobodysModel } from '../../support/refused-at.ts';
import { bearer, type RouteName, requestTo, routeNames } from '../../support/routes.ts';
import { modalityOf } from '../../support/submissions.ts';

/** Without a key, with an empty one, and with one that nobody was given, in its header or in the query. */
const doors = ['missing', 'unknown', 'empty', 'unknown in the query'] as const;
const doorWords = {
  missing: 'no key',
  unknown: 'a key that nobody was given',
  empty: 'an empty key',
  'unknown in the query': 'a key that nobody was given, in the query',
} as const satisfies Record<(typeof doors)[number], string>;

/** The model of a request that is valid but for its key. */
function modalityAt(route: RouteName): 'text' | 'image' | 'audio_stt' {
  return route === 'image' || route === 'transcription' ? modalityOf[route] : 'text';
}

/** A job that the account has; undefined where none is asked for, or none can be made. */
async function existingJob(world: World, route: RouteName, account: Account): Promise<string | undefined> {
  if (route !== 'job-get' && route !== 'job-cancel') return undefined;
  if (!world.has('models') || !world.has('upstreams')) return undefined;
  const model = await orNone(account.usableModel('image'));
  return model === undefined ? undefined : orNone(submitJob(account.key, model).then(({ id }) => id));
}

/** Who asks without a key is refused whatever the model or the job, so that a target that has none is judged as well. */
async function orNone<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((thrown: unknown) => {
    if (thrown instanceof NotArranged || thrown instanceof SetupFailed) return undefined;
    throw thrown;
  });
}

/** The request to the route, streamed too where it can be, and for a job that exists beside one that does not. */
function requestsTo(
  route: RouteName,
  model: Model,
  headers: readonly Header[],
  job: string | undefined,
): readonly RequestOptions[] {
  const request = requestTo(route, model, headers);
  if (route === 'chat') return [request, { ...request, body: { model: model.id, messages: hello, stream: true } }];
  return job === undefined ? [request] : [request, { ...request, path: request.path.replace(unknownJob, job) }];
}

const unknownJob = 'job_gateproofunknown';

interface Asked {
  readonly request: RequestOptions;
  /** The same with a valid key. */
  readonly withKey: RequestOptions;
  /** False where no model of the route is known, so that the body may be refused whoever sends it. */
  readonly isValid: boolean;
}

/** Without a model of the route: `NotArranged` where nobody serves the path, and a warning where its body is refused before its key (freedom F042). */
function unlessMistaken(world: World, exchange: Exchange, valid: Exchange): void {
  const { status = 0 } = valid.response ?? {};
  if ([404, 405, 501].includes(status) && !errorTable.has(codeOf(valid) ?? ''))
    throw new NotArranged(`${valid.request.url} is not served, and no model of it is known`);
  if (status < 400 || status >= 500 || exchange.response?.status !== status) return;
  const observed = describeAnswer(exchange);
  caution(world, { expected: 'a refusal with 401 unauthorized', observed, exchanges: [exchange.id] });
}

/** Refused without a valid key; where it is not, the route must answer a valid key, or nobody knows what it refuses. */
async function expectRefusedAt(world: World, { request, withKey, isValid }: Asked): Promise<void> {
  const exchange = await world.send(request);
  // What else a query is refused for is not this rule's (freedom F131).
  if (request.path.includes('?') && (exchange.response?.status ?? 0) >= 300) return;
  const isUnknownJob = request.path.includes(unknownJob);
  await besideControl(
    () => expectRefusal(world, exchange, 'unauthorized'),
    async () => {
      const valid = await world.send(withKey);
      if (!isValid) return unlessMistaken(world, exchange, valid);
      // A job that is there may have ended before it was to be cancelled.
      if (!isUnknownJob) return valid.response?.status === 409 ? undefined : controlAccepted(valid);
      const isFound = valid.response?.status === 404 && codeOf(valid) === 'job_not_found';
      const cancels = request.method === 'POST';
      controlThat(isFound, describeAnswer(valid), cancels ? 'job.cancel.unknown' : 'job.read.unknown');
    },
  );
}

function caseWords(door: (typeof doors)[number], { body }: RequestOptions): string {
  return isObject(body) && body.stream === true ? `${doorWords[door]}, for a stream` : doorWords[door];
}

/** One check per route: whoever has no key is refused there, whatever else the request asks for. */
export default routeNames.map((route) =>
  defineCheck({
    rule: `auth.route.${route}`,
    input: fc.shuffledSubarray([...doors], { minLength: doors.length }),
    cases: 2,
    describe: (order) => order.map((door) => doorWords[door]).join(', then '),
    async decide(world, order) {
      const account = await world.account();
      const served = await account.servedModel();
      const text = served ?? nobodysModel(world);
      const modality = modalityAt(route);
      const asked = modality === 'text' ? text : ((await orNone(account.usableModel(modality))) ?? text);
      await controlKey(account.key, served);
      const isKnown = modality === 'text' ? served !== undefined : asked !== text;
      const isValid = isKnown || !['chat', 'image', 'transcription', 'model-get'].includes(route);
      const nobodys = world.unique('sk-unknown');
      const headers = { missing: [], unknown: [bearer(nobodys)], empty: [bearer('')], 'unknown in the query': [] };
      const query = `?${new URLSearchParams(namedAsKey(nobodys))}`;
      const job = await existingJob(world, route, account);
      for (const door of order) {
        for (const plain of requestsTo(route, asked, headers[door], job)) {
          const request = door === 'unknown in the query' ? { ...plain, path: plain.path + query } : plain;
          const withKey = { ...request, headers: [bearer(account.key.secret)] };
          await inCase(caseWords(door, request), () => expectRefusedAt(world, { request, withKey, isValid }));
        }
      }
    },
  }),
);
