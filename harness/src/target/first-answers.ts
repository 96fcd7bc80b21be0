import type { Exchange } from '../exchange/exchange.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { steadyAsker } from '../expect/ask-steadily.ts';
import type { RunMeans } from '../world/run-means.ts';
import type { Account, World } from '../world/world.ts';

/** What a target answers to a few requests that differ in one thing each. */
export interface FirstAnswers {
  readonly list: Exchange;
  /** A valid chat, as far as a model is known. */
  readonly chat: Exchange;
  readonly noKey: Exchange;
  readonly unknownKey: Exchange;
  readonly brokenBody: Exchange;
  readonly unknownModel: Exchange;
  readonly unknownRoute: Exchange;
  /** What `unknownRoute` was answered right after a refused request, where it is answered otherwise alone. */
  readonly afterRefusal?: Exchange;
}

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'hello' }];

/** Sends them; a list and a chat that the search for a model has sent already are taken as they are. `model`: undefined where none is known. */
export async function askFirst(
  means: RunMeans,
  world: World,
  account: Account,
  model: string | undefined,
): Promise<FirstAnswers> {
  const ask = steadyAsker(means.clock);
  const { key } = account;
  const unknown = world.unique('gateproof/no-such-model');
  const body = { model: model ?? unknown, messages };
  const list = lastOf(world, 'models') ?? (await ask(() => key.models()));
  const chat = lastOf(world, 'chat') ?? (await ask(() => key.chat(body)));
  const unknownKey = [['Authorization', `Bearer ${world.unique('sk-unknown')}`]] as const;
  const headers = [['Content-Type', 'application/json']] as const;
  const askRoute = () => ask(() => key.send({ path: '/v1/gateproof-no-such-route' }));
  const noKey = await ask(() => world.send({ method: 'POST', path, body }));
  // On the connection that the refused request had, where it is kept: a body that was left unread there is taken for a request.
  const next = await askRoute();
  const alone = isUnknownRoute(next) ? next : await askRoute();
  const isMisread = alone.response !== undefined && alone.response.status !== next.response?.status;
  const [otherKey, brokenBody, unknownModel] = await Promise.all([
    ask(() => world.send({ method: 'POST', path, body, headers: unknownKey })),
    ask(() => key.chat(undefined, { rawBody: '{"model":', headers })),
    ask(() => key.chat({ ...body, model: unknown })),
  ]);
  const answers = { list, chat, noKey, unknownKey: otherKey, brokenBody, unknownModel, unknownRoute: alone };
  return isMisread ? { ...answers, afterRefusal: next } : answers;
}

function isUnknownRoute({ response }: Exchange): boolean {
  return response?.status === 404 || response?.status === 405;
}

function lastOf(world: World, route: RouteName): Exchange | undefined {
  return world.exchanges().findLast((exchange) => likelyRouteOf(exchange) === route);
}
