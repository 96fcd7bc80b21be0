import { type ClientWorld, NotExercised } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import type { FormedCall } from './formed-calls.ts';
import {
  Alone,
  type Done,
  doCalls,
  heardFacts,
  learnAlone,
  type Planned,
  Planner,
  refused,
  sentFacts,
} from './many-calls.ts';
import { expectSentAsAllowed, judgedWaitMs, kindOf } from './refused-call.ts';
import { refusalAtOnce } from './replies.ts';
import type { RichOperation } from './rich-calls.ts';

const factsOf = { sent: sentFacts, answered: (_world: ClientWorld, done: Done) => heardFacts(done) };

/** The codes that a request is refused with once before it is served. */
const againFor = ['snapshot_expired', 'rate_limited', 'upstream_timeout'];
const among = (isAtOnce: boolean) => (isAtOnce ? 'among others at the same time' : 'after others');

/** Calls that are refused once before they are served. */
const refusedOnce = (planner: Planner, times: number): readonly Planned[] =>
  planner.each(times).map((call, place) => ({
    call,
    before: [refusalAtOnce(againFor[place % againFor.length] as string)],
  }));
const wasSentAgain = ({ before = [], requests }: Done) =>
  requests.filter(({ path }) => path.startsWith('/v1/')).length > before.length;

/** Whether a client reports a failure that is none of the service's. */
const gaveUp = ({ answer }: Done) =>
  answer?.ok === false && !errorTable.has(String(answer.error.code)) && answer.error.status === undefined;

/**
 * Calls of all operations by one client: two of each at the same time, then two of each that are sent again, then plain ones one after another and at the same
 * time once more. What of them is sent, or answered, is as it is alone.
 */
export async function servedAmongMany(world: ClientWorld, what: keyof typeof factsOf): Promise<void> {
  const planner = new Planner(world);
  const facts = (done: Done) => factsOf[what](world, done);
  const isAtOnce = world.takes('concurrent');
  await world.onOneClient(async (ask) => {
    const alone = await learnAlone(world, ask, planner, facts);
    const judge = (dones: readonly Done[], where: string) => {
      for (const done of dones) alone.expect(world, done, facts(done), where);
    };
    // Calls that set nothing stand after some that set all, and before others.
    const plain = (times: number) => {
      const [all, bare] = [planner.each(times), planner.bare()];
      const half = Math.floor(all.length / 2);
      return [...all.slice(0, half), ...bare, ...all.slice(half)].map((call): Planned => ({ call }));
    };
    judge(await doCalls(world, ask, plain(2), { isAtOnce }), among(isAtOnce));
    // A client that does not send again reports the refusal, which another rule judges.
    const again = await doCalls(world, ask, refusedOnce(planner, 2), { isAtOnce });
    judge(
      again.filter((done) => wasSentAgain(done) && !gaveUp(done)),
      `that is sent again ${among(isAtOnce)}`,
    );
    // After many failures in a row a client may send nothing for a while, if not at once then from its next call on.
    if (again.some(gaveUp)) return;
    const judgeSent = (dones: readonly Done[], where: string) =>
      judge(
        dones.filter((done) => done.requests.length > 0 || !gaveUp(done)),
        where,
      );
    judgeSent(await doCalls(world, ask, plain(1)), 'after many others, some of which were sent again');
    if (isAtOnce) judgeSent(await doCalls(world, ask, plain(2), { isAtOnce }), `${among(true)}, after many others`);
  });
}

/** States that a call which was always refused with a code was sent again as its kind allows, and is reported with what the service sent. */
function expectRefused(world: ClientWorld, alone: Alone, done: Done, code: string, where: string): void {
  const { call, answer, requests, firstWaitMs = 0 } = done;
  // The client is still trying, or it gave a call up that it never sent.
  if (requests.length === 0 || (answer === undefined && kindOf(code) !== 'terminal')) return;
  alone.expect(world, done, heardFacts(done), where);
  const what = `the ${call.op} "${call.word}" ${where}`;
  expectSentAsAllowed(world, { what, op: call.op, code, requests, firstWaitMs });
}

const waitFor = (code: string) => (['terminal', 'unknown'].includes(kindOf(code) ?? '') ? 0 : judgedWaitMs);

/**
 * Calls of all operations by one client after calls that were sent again: all refused with a code that may be sent again, then with each of the terminal ones,
 * at the same time and one after another.
 */
export async function refusedAmongMany(world: ClientWorld, code: string, terminal: readonly string[]): Promise<void> {
  const planner = new Planner(world);
  const isAtOnce = world.takes('concurrent');
  await world.onOneClient(async (ask) => {
    const alone = await learnAlone(world, ask, planner, heardFacts, { isServed: false });
    await doCalls(world, ask, refusedOnce(planner, 1), { isAtOnce });
    const refuse = async (by: string, how: { readonly isAtOnce?: boolean }, where: string, others: Others = none) => {
      const plans = planner.each().map((call) => refused(call, by, waitFor(by)));
      const all = inTurns(plans, others(planner.eachButList()));
      const done = await doCalls(world, ask, all, how);
      for (const one of done.filter(({ call }) => plans.some((plan) => plan.call === call)))
        expectRefused(world, alone, one, by, where);
    };
    // One after another they would take too long.
    const withoutWait: Others = (calls) => calls.map((call) => refused(call, code));
    if (isAtOnce) await refuse(code, { isAtOnce }, `${among(true)}, after calls that were sent again`, withoutWait);
    const served: Others = (calls) => calls.map((call) => ({ call, before: [refusalAtOnce(againFor[0] as string)] }));
    for (const [place, one] of terminal.entries()) {
      if (isAtOnce) await refuse(one, { isAtOnce }, among(true), served);
      if (place === 0 || !isAtOnce) await refuse(one, {}, 'after many others');
    }
  });
}
/** What other calls at the same time are answered. */
type Others = (calls: readonly FormedCall[]) => readonly Planned[];
const none: Others = () => [];
const inTurns = (one: readonly Planned[], other: readonly Planned[]): readonly Planned[] =>
  one.flatMap((plan, place) => (place % 2 === 0 ? [plan, ...other.slice(place, place + 1)] : [plan]));

/** The second call of each of several clients, at the same time where the driver can, after one that was refused. */
export async function refusedSecond(world: ClientWorld, ops: readonly RichOperation[], code: string): Promise<void> {
  const planner = new Planner(world);
  const callers = ops
    .filter((op) => world.supports(op))
    .map((op, place): Pick<Planned, 'key'> & { readonly op: RichOperation } => ({ op, key: `other-${place}` }));
  if (callers.length === 0) throw new NotExercised(`the driver does not support ${ops.join(' or ')}`);
  const plans = (by: string) =>
    callers.map(({ op, ...caller }): Planned => ({ ...refused(planner.call(op), by, waitFor(by)), ...caller }));
  await world.onOneClient(async (ask) => {
    const alone = new Alone();
    for (const done of await doCalls(world, ask, plans('forbidden'))) alone.learn(done, heardFacts(done));
    alone.require();
    const isAtOnce = world.takes('concurrent');
    for (const done of await doCalls(world, ask, plans(code), { isAtOnce }))
      expectRefused(world, alone, done, code, 'as the second call of its client');
  });
}
