import type { Exchange } from '../exchange/exchange.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import { disturbanceOf } from '../expect/disturbance-of.ts';
import { openWorld } from '../world/open-world.ts';
import type { RunMeans } from '../world/run-means.ts';
import type { Model, World } from '../world/world.ts';

/** A first request that meets a lost connection or a limit is sent so often before that counts. */
const attempts = 5;
const pauseMs = 300;
const longestPauseMs = 5_000;

const hello = [{ role: 'user', content: 'hello' }];

/**
 * Whether the target serves a valid request and tells it from invalid ones: no key, a body that is not JSON, a model that nobody has.
 * Returns undefined when it does, otherwise one line that says what it did.
 */
export async function smokeTest(means: RunMeans): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { trouble, disturbance } = await smokeOnce(means, `smoke${attempt}`);
    // Silence is not asked about again and again: each time costs the whole limit of a request.
    if (trouble === undefined || disturbance === undefined || disturbance.isSilence || attempt >= attempts)
      return trouble;
    await means.clock.pause(Math.min(longestPauseMs, Math.max(pauseMs, disturbance.retryAfterMs)));
  }
}

interface SmokeResult {
  readonly trouble: string | undefined;
  readonly disturbance?: { readonly retryAfterMs: number; readonly isSilence: boolean } | undefined;
}

async function smokeOnce(means: RunMeans, label: string): Promise<SmokeResult> {
  const opened = openWorld(means, label);
  try {
    return await judge(opened.world);
  } catch (error) {
    return { trouble: `the target could not be prepared for a first request: ${(error as Error).message}` };
  } finally {
    await opened.close();
  }
}

async function judge(world: World): Promise<SmokeResult> {
  const account = await world.account();
  const model = await account.usableModel();
  const served = await account.key.chat({ model: model.id, messages: hello });
  // Whether the answer is right in all its parts is for the rules to say: here it is enough that the request is let in.
  const { status } = served.response ?? { status: 0 };
  if (served.ending !== 'complete' || status < 200 || status >= 300) {
    const found = disturbanceOf(served);
    return {
      trouble: `the target does not serve a valid chat request: it answered ${describeAnswer(served)}`,
      disturbance: found === undefined ? undefined : { ...found, isSilence: served.ending === 'timeout' },
    };
  }
  const invalid = await sendInvalid(world, model, (body) =>
    account.key.chat(undefined, { rawBody: body, headers: [['Content-Type', 'application/json']] }),
  );
  if (invalid.some(({ response }) => response !== undefined && response.status >= 400)) return { trouble: undefined };
  const trouble = `the target answers invalid requests as it answers a valid one: ${invalid.map(describeAnswer).join('; ')}`;
  return { trouble };
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
