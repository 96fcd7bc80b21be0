import {
  type Account,
  defineCheck,
  expectRefusal,
  type Header,
  type Model,
  NotArranged,
  type RequestOptions,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { submitJob } from '../../support/media-jobs.ts';
import { controlKey, nobodysModel } from '../../support/refused-at.ts';
import { bearer, type RouteName, requestTo, routeNames } from '../../support/routes.ts';
import { modalityOf } from '../../support/submissions.ts';

/** Without a key, with one that nobody was given, and with one that is only almost right. */
const doors = ['missing', 'unknown', 'empty'] as const;

/** The model of a request that is valid but for its key. */
function modalityAt(route: RouteName): 'text' | 'image' | 'audio_stt' {
  return route === 'image' || route === 'transcription' ? modalityOf[route] : 'text';
}

/** A job that the account has; undefined where none is asked for, or none can be made. */
async function existingJob(world: World, route: RouteName, account: Account): Promise<string | undefined> {
  if (route !== 'job-get' && route !== 'job-cancel') return undefined;
  if (!world.has('models') || !world.has('upstreams')) return undefined;
  const model = await orNone(account.usableModel('image'));
  return model === undefined ? undefined : (await submitJob(account.key, model)).id;
}

/** Who asks without a key is refused whatever the model, so that a target without media models is judged as well. */
async function orNone(model: Promise<Model>): Promise<Model | undefined> {
  return model.catch((thrown: unknown) => {
    if (thrown instanceof NotArranged) return undefined;
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

/** One check per route: whoever has no key is refused there, whatever else the request asks for. */
export default routeNames.map((route) =>
  defineCheck({
    rule: `auth.route.${route}`,
    input: fc.shuffledSubarray([...doors], { minLength: doors.length }),
    cases: 2,
    requestsPerCase: doors.length * 2 + 2,
    async decide(world, order) {
      const account = await world.account();
      const served = await account.servedModel();
      const text = served ?? nobodysModel(world);
      const modality = modalityAt(route);
      const asked = modality === 'text' ? text : ((await orNone(account.usableModel(modality))) ?? text);
      await controlKey(account.key, served);
      const headers = { missing: [], unknown: [bearer(world.unique('sk-unknown'))], empty: [bearer('')] };
      const job = await existingJob(world, route, account);
      for (const door of order) {
        for (const request of requestsTo(route, asked, headers[door], job)) {
          expectRefusal(world, await world.send(request), 'unauthorized');
        }
      }
    },
  }),
);
