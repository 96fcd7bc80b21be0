import { controlServed, type Exchange, expectRefusal, type Header, type Model, type World } from '@gateproof/harness';
import { hello } from './chat-bodies.ts';
import { bearer } from './routes.ts';

/** Sends one chat request under the given headers, with what is `extra` in its body, beside its control: the same request under a valid key is served. */
export async function chatUnder(
  world: World,
  validSecret: string,
  model: Model,
  headers: readonly Header[],
  extra: object = {},
): Promise<Exchange> {
  const body = { model: model.id, messages: hello, ...extra };
  const request = { method: 'POST', path: '/v1/chat/completions', body };
  controlServed(await world.send({ ...request, headers: [bearer(validSecret)] }));
  return world.send({ ...request, headers });
}

/** The whole of a rule that says: under these headers, a request that is valid otherwise is refused as `unauthorized`. */
export async function expectUnauthorized(
  world: World,
  validSecret: string,
  model: Model,
  headers: readonly Header[],
  extra: object = {},
): Promise<void> {
  expectRefusal(world, await chatUnder(world, validSecret, model, headers, extra), 'unauthorized');
}
