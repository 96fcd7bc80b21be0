import {
  besideControl,
  codeOf,
  controlServed,
  defineCheck,
  type Exchange,
  expectThat,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { type CreditAnswer, type CreditCommand, creditHistory } from '../../support/histories/credit-history.ts';
import { type Operation, smallestContradiction } from '../../support/histories/linearizability.ts';
import { bookingWaitsMs } from '../../support/spent-caps.ts';
import { controlSpent } from '../../support/spent-credit.ts';
import { submit } from '../../support/submissions.ts';

const clients = 3;
const requestsOfEach = 2;
/** Less than what they ask for, so that some are refused where every request is booked at once. */
const affordable = 4.5;
const mostAfterwards = 10;

interface Seen extends Operation<CreditCommand, CreditAnswer> {
  readonly exchange?: Exchange['id'];
}

async function ask(send: () => Promise<Exchange>): Promise<Seen> {
  const exchange = await send();
  const isRefused = codeOf(exchange) === 'insufficient_credit';
  if (!isRefused) controlServed(exchange);
  const { request, endedAtMs, id } = exchange;
  return {
    command: 'ask',
    answer: isRefused ? 'refused' : 'served',
    beganAtMs: request.atMs,
    endedAtMs,
    exchange: id,
  };
}

/** Several clients at once, and then one, until it is refused for good reason or all that was served must have been booked. */
async function spend(world: World, send: () => Promise<Exchange>): Promise<readonly Seen[]> {
  const asking = Array.from({ length: clients }, async () => {
    const seen = [];
    for (let sent = 0; sent < requestsOfEach; sent += 1) seen.push(await ask(send));
    return seen;
  });
  const history = (await Promise.all(asking)).flat();
  const waitsMs = [...bookingWaitsMs];
  for (let sent = 0; sent < mostAfterwards; sent += 1) {
    const last = await ask(send);
    history.push(last);
    const served = history.filter(({ answer }) => answer === 'served').length;
    if (last.answer === 'refused' && served > affordable - 1) break;
    if (last.answer === 'served' && served < affordable) continue;
    // Refused while there is credit, or served without: what was served before may not be booked yet.
    const waitMs = waitsMs.shift();
    if (waitMs === undefined) break;
    await world.pause(waitMs);
    if (waitsMs.length === 0) history.push(settledAt(world.elapsedMs()));
  }
  return history;
}

function settledAt(atMs: number): Seen {
  return { command: 'settled', answer: 'served', beganAtMs: atMs, endedAtMs: atMs };
}

/** Several clients spend one account's credit, none waiting for another. */
export default defineCheck({
  rule: 'auth.credit.one-history',
  ...every({ stream: false }, { stream: true }),
  async decide(world, { stream }) {
    const account = await world.account();
    const model = await account.model({ priceUsd: 1 });
    await account.setCredit(affordable);
    const history = await spend(world, () => submit('chat', account.key, model, { stream }));
    const contradiction = smallestContradiction(history, creditHistory(affordable)) ?? [];
    await besideControl(
      () =>
        expectThat(world, contradiction.length === 0, {
          expected: `chats of 1 USD by ${clients} clients at once to be served and refused as a credit of ${affordable} USD allows, one after the other`,
          observed: contradiction
            .map(({ command, answer }) => (command === 'ask' ? answer : 'all of them booked'))
            .join(', '),
          exchanges: contradiction.flatMap(({ exchange }) => exchange ?? []),
        }),
      () => controlSpent(world),
    );
  },
});
