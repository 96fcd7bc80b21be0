import {
  type Account,
  codeOf,
  type Exchange,
  expectRefusal,
  type Header,
  inCase,
  type Key,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { hello } from './chat-bodies.ts';
import { nobodysModel } from './refused-at.ts';
import { bearer, type RouteName, requestTo, routeNames } from './routes.ts';

/** A model for each of the routes on which a request can be made that is valid but for its key. */
export type ModelOfRoute = ReadonlyMap<RouteName, Model>;

const jobRoutes: ReadonlySet<RouteName> = new Set(['image', 'transcription', 'job-get', 'job-cancel']);

/** Headers that hold no good key, and how a report calls that. */
export interface NoGoodKey {
  readonly words: string;
  readonly headers: readonly Header[];
}

/** Where no media models can be made, the routes that need them are left out: what is refused there may be refused for its body. */
export async function modelsOfRoutes(world: World, account: Account): Promise<ModelOfRoute> {
  const text = (await account.servedModel()) ?? nobodysModel(world);
  const makesModels = world.has('models') && world.has('upstreams') && world.claims('jobs');
  const media = {
    image: makesModels ? await madeModel(account, 'image') : undefined,
    transcription: makesModels ? await madeModel(account, 'audio_stt') : undefined,
  };
  const routes = world.claims('jobs') ? routeNames : routeNames.filter((route) => !jobRoutes.has(route));
  return new Map(
    routes.flatMap((route): readonly (readonly [RouteName, Model])[] => {
      if (route !== 'image' && route !== 'transcription') return [[route, text]];
      const model = media[route];
      return model === undefined ? [] : [[route, model]];
    }),
  );
}

/** A model of the modality; undefined where the target has none of it. */
function madeModel(account: Account, modality: 'image' | 'audio_stt'): Promise<Model | undefined> {
  return account.usableModel(modality).catch((thrown: unknown) => {
    if (thrown instanceof NotArranged) return undefined;
    throw thrown;
  });
}

/**
 * States that requests under the headers, which hold no good key, are refused as `unauthorized` on each of the routes, and for a stream too. A route that
 * answers a valid key no better is passed over: it says nothing about keys.
 */
export async function expectRefusedEverywhere(
  world: World,
  { words, headers }: NoGoodKey,
  valid: Key,
  models: ModelOfRoute,
): Promise<void> {
  for (const [route, model] of models) {
    const request = requestTo(route, model, headers);
    const exchange = await world.send(request);
    const answerToValid = () => world.send({ ...request, headers: [bearer(valid.secret)] });
    const { method = 'GET', path } = request;
    if (!isBroken(exchange) || exchange.response?.status !== (await answerToValid()).response?.status)
      await inCase(`${words}, on ${method} ${path}`, async () => expectRefusal(world, exchange, 'unauthorized'));
    if (route !== 'chat') continue;
    const streamed = await world.send({ ...request, body: { model: model.id, messages: hello, stream: true } });
    await inCase(`${words}, for a stream`, async () => expectRefusal(world, streamed, 'unauthorized'));
  }
}

/** Whether an error says nothing of why it came, as a missing route and a route that fails do. */
function isBroken(exchange: Exchange): boolean {
  const { status = 0 } = exchange.response ?? {};
  return status >= 400 && status !== 401 && !errorTable.has(codeOf(exchange) ?? '');
}
