import {
  controlServed,
  type Exchange,
  expectRefusal,
  type Header,
  type Key,
  type Model,
  type RequestOptions,
  type World,
} from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { bearer } from './routes.ts';

/** The key is let in: a chat with the model is served, or the model list where no model serves one. */
export async function controlKey(key: Key, model: Model | undefined): Promise<void> {
  controlServed(await (model === undefined ? key.models() : key.chat({ model: model.id, messages: hello })));
}

/** A text model that nobody has, for requests that are refused whatever they name. */
export function nobodysModel(world: World): Model {
  return { id: world.unique('gateproof/no-such-model'), modality: 'text', upstreams: [], inputs: {} };
}

/**
 * Sends one chat request under the given headers, with what is `extra` in its body, beside its control: the same request under a valid key is served. Without
 * a `model` that serves a chat it is a request for the model list.
 */
async function askUnder(
  world: World,
  validSecret: string,
  model: Model | undefined,
  headers: readonly Header[],
  extra: object = {},
): Promise<Exchange> {
  const request: RequestOptions =
    model === undefined
      ? { path: '/v1/models' }
      : { method: 'POST', path: '/v1/chat/completions', body: { model: model.id, messages: hello, ...extra } };
  controlServed(await world.send({ ...request, headers: [bearer(validSecret)] }));
  return world.send({ ...request, headers });
}

/** The whole of a rule that says: under these headers, a request that is valid otherwise is refused as `unauthorized`. */
export async function expectUnauthorized(
  world: World,
  validSecret: string,
  model: Model | undefined,
  headers: readonly Header[],
  extra: object = {},
): Promise<void> {
  expectRefusal(world, await askUnder(world, validSecret, model, headers, extra), 'unauthorized');
}
