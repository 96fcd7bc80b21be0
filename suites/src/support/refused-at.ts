import { controlServed, type Exchange, expectRefusal, type Header, type Model, type World } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { bearer } from './routes.ts';

/** Sends one chat request under the given headers, beside its control: the same request under a valid key is served. */
export async function chatUnder(
  world: World,
  validSecret: string,
  model: Model,
  headers: readonly Header[],
): Promise<Exchange> {
  const request = { method: 'POST', path: '/v1/chat/completions', body: { model: model.id, messages: hello } };
  controlServed(await world.send({ ...request, headers: [bearer(validSecret)] }));
  return world.send({ ...request, headers });
}

/** The whole of a rule that says: under these headers, a request that is valid otherwise is refused as `unauthorized`. */
export async function expectUnauthorized(
  world: World,
  validSecret: string,
  model: Model,
  headers: readonly Header[],
): Promise<void> {
  expectRefusal(world, await chatUnder(world, validSecret, model, headers), 'unauthorized');
}
