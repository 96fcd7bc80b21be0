import {
  caution,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Key,
  type Model,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';

/** What is wrong with the bad request. */
type Defect =
  | 'messages that are a number'
  | 'malformed JSON'
  | 'an unknown model'
  | 'a bad field in a stream'
  | 'no key';

/** One refusal may be chance: only what comes again after another bad request is its doing. */
const rounds = 2;
/** Others may be refused for so long (freedom F174). */
const shortMs = 1_000;
/** So long a gateway is waited for that serves nobody after a bad request. */
const comebackMs = 15_000;
const lookAgainMs = 100;

interface Sender {
  readonly key: Key;
  readonly model: Model;
}

function sendBad(world: World, { key, model }: Sender, defect: Defect): Promise<Exchange> {
  const body = { model: model.id, messages: hello };
  if (defect === 'messages that are a number') return key.chat({ ...body, messages: 7 });
  if (defect === 'malformed JSON') return key.chat(undefined, { rawBody: '{"model":' });
  if (defect === 'an unknown model') return key.chat({ ...body, model: world.unique('gateproof/no-such-model') });
  if (defect === 'no key') return world.send({ method: 'POST', path: '/v1/chat/completions', body });
  return key.chat({ ...body, max_tokens: 'many', stream: true });
}

/** An error of the gateway. That there are too many requests may be so without the bad one. */
function isTurnedAway({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status !== 429;
}

async function untilServed(world: World, ask: () => Promise<Exchange>): Promise<boolean> {
  const endMs = world.elapsedMs() + comebackMs;
  while (world.elapsedMs() < endMs) {
    if ((await ask()).response?.status === 200) return true;
    await world.pause(lookAgainMs);
  }
  return false;
}

/** A good request, a bad one, and the good one again, until that is served. */
async function play(world: World, { bad, good }: Record<'bad' | 'good', () => Promise<Exchange>>) {
  controlServed(await good());
  world.expectLimits();
  const refused = await bad();
  const { status } = controlAnswer(refused, [429, 503]);
  if (status < 400) throw new NotExercised('the bad request is served');
  const next = await good();
  const beganMs = world.elapsedMs();
  const isServedAgain = !isTurnedAway(next) || (await untilServed(world, good));
  if (!isServedAgain)
    throw new NotExercised(
      'the target does not serve the other client again, so that the bad request may not be the reason',
    );
  return { refused, next, isTurnedAway: isTurnedAway(next), wasShort: world.elapsedMs() - beganMs < shortMs };
}

const othersServed = defineCheck({
  rule: 'error.terminal.others-served',
  ...every<Defect>(
    'messages that are a number',
    'malformed JSON',
    'an unknown model',
    'a bad field in a stream',
    'no key',
  ),
  cases: 5,
  caseLimitMs: 60_000,
  async decide(world, defect) {
    const account = await world.account();
    const model = await account.usableModel();
    const other = world.has('keys') ? await account.newKey() : account.key;
    const good = () => other.chat({ model: model.id, messages: hello });
    const bad = () => sendBad(world, { key: account.key, model }, defect);
    for (let round = 1; round <= rounds; round += 1) {
      const { refused, next, wasShort, ...seen } = await play(world, { bad, good });
      if (!seen.isTurnedAway) return expectThat(world, true, { expected: '', observed: '', exchanges: [] });
      if (round < rounds) continue;
      const finding = {
        expected: `a good request to be served although another one, with ${defect}, was refused just before`,
        observed: describeAnswer(next),
        exchanges: [refused.id, next.id],
      };
      if (wasShort) caution(world, finding);
      expectThat(world, false, finding);
    }
  },
});

export default [othersServed];
