import type { Exchange } from '../exchange/exchange.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import { openWorld } from '../world/open-world.ts';
import type { RunMeans } from '../world/run-means.ts';
import type { Model, World } from '../world/world.ts';

const hello = [{ role: 'user', content: 'hello' }];

/**
 * Whether the target serves a valid request and tells it from invalid ones: no key, a body that is not JSON, a model that nobody has.
 * Returns undefined when it does, otherwise one line that says what it did.
 */
export async function smokeTest(means: RunMeans): Promise<string | undefined> {
  const opened = openWorld(means, 'smoke');
  try {
    return await judge(opened.world);
  } catch (error) {
    return `the target could not be prepared for a first request: ${(error as Error).message}`;
  } finally {
    await opened.close();
  }
}

async function judge(world: World): Promise<string | undefined> {
  const account = await world.account();
  const model = await account.usableModel();
  const served = await account.key.chat({ model: model.id, messages: hello });
  // Whether the answer is right in all its parts is for the rules to say: here it is enough that the request is let in.
  const { status } = served.response ?? { status: 0 };
  if (served.ending !== 'complete' || status < 200 || status >= 300) {
    return `the target does not serve a valid chat request: it answered ${describeAnswer(served)}`;
  }
  const invalid = await sendInvalid(world, model, (body) =>
    account.key.chat(undefined, { rawBody: body, headers: [['Content-Type', 'application/json']] }),
  );
  if (invalid.some(({ response }) => response !== undefined && response.status >= 400)) return undefined;
  return `the target answers invalid requests as it answers a valid one: ${invalid.map(describeAnswer).join('; ')}`;
}

function sendInvalid(
  world: World,
  model: Model,
  sendRaw: (body: string) => Promise<Exchange>,
): Promise<readonly Exchange[]> {
  const valid = { model: model.id, messages: hello };
  return Promise.all([
    world.send({ method: 'POST', path: '/v1/chat/completions', body: valid }),
    sendRaw('{"model":'),
    sendRaw(JSON.stringify({ ...valid, model: world.unique('gateproof/no-such-model') })),
  ]);
}
