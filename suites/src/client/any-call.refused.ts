import { besideControl, type ClientWorld, expectThat, jsonDifferences, NotExercised } from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import { refusedAmongMany, refusedSecond } from '../support/client/among-many.ts';
import { type Came, circumstances, heardOf, inAllCircumstances } from '../support/client/any-call.ts';
import { outcomeText } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { requireOneList } from '../support/client/operations.ts';
import { expectSentAsAllowed, judgedWaitMs } from '../support/client/refused-call.ts';
import { refusalAfter } from '../support/client/replies.ts';
import { controlRefused, controlSameKey } from '../support/client/resent-controls.ts';
import { companyOf, type RichOperation, richCall, richOperations } from '../support/client/rich-calls.ts';

interface Row {
  readonly op: RichOperation;
  readonly code: string;
  readonly kind: string;
}
const codes = [...errorTable.values()].flatMap(({ code, kind, status }) =>
  status === null || kind === null || code === 'run_not_found' ? [] : [{ code, kind }],
);
/** What may be sent again takes seconds: all but a chat meet it as second calls of several clients, and among many. */
const rows: Readonly<Record<string, Row>> = Object.fromEntries(
  richOperations.flatMap((op, place) =>
    codes
      .filter(({ kind }) => kind === 'terminal' || place === 0)
      .map(({ code, kind }) => [`${op}: ${code}`, { op, code, kind }]),
  ),
);
const [again, terminal] = [true, false].map((isAgain) =>
  codes.filter(({ kind }) => (kind !== 'terminal') === isAgain).map(({ code }) => code),
) as [string[], string[]];
const half = richOperations.length / 2;
type Decide = (world: ClientWorld) => Promise<void>;
const besideOthers: Readonly<Record<string, Decide>> = Object.fromEntries([
  ...again.map((code, place): [string, Decide] => {
    const ended = terminal.filter((_, at) => at % again.length === place);
    const name = `all operations among many calls: ${[code, ...ended].join(', ')}`;
    return [name, (world) => refusedAmongMany(world, code, ended)];
  }),
  ...again.flatMap((code) =>
    [richOperations.slice(0, half), richOperations.slice(half)].map((ops): [string, Decide] => [
      `${ops.join(', ')} as second calls: ${code}`,
      (world) => refusedSecond(world, ops, code),
    ]),
  ),
]);

function expectRefused(world: ClientWorld, row: Row, { circumstance, answer, requests }: Came): void {
  const exchanges = requests.map(({ exchange }) => exchange.id);
  const where = `${row.op} ${circumstances[circumstance]}`;
  expectThat(world, answer?.ok === false && answer.error.code === row.code, {
    expected: `${where}, refused with ${row.code}, to be reported as a failure with that code`,
    observed: outcomeText(answer),
    exchanges,
  });
  const asksToWait = circumstance !== 'alone' && row.kind !== 'terminal' && row.kind !== 'unknown';
  const firstWaitMs = asksToWait ? judgedWaitMs : 0;
  expectSentAsAllowed(world, { what: where, op: row.op, code: row.code, requests, firstWaitMs });
}

async function controlAllKinds(world: ClientWorld): Promise<void> {
  for (const kind of ['terminal', 'unknown']) await controlRefused(world, kind);
  await controlSameKey(world);
}

const refused = clientRows<Row | Decide>(
  'client.any-call.refused',
  { ...besideOthers, ...rows },
  async (world, row) => {
    if (typeof row === 'function')
      return besideControl(
        () => row(world),
        () => controlAllKinds(world),
      );
    const { op, code, kind } = row;
    if (op === 'list_models') await requireOneList(world, 'other-0');
    let firsts = 0;
    const call = richCall(world, op, 'probe', (_request, nth) => {
      firsts += Number(nth === 1);
      // The call alone is asked for no wait.
      return refusalAfter(code, nth === 1 && firsts > 1 ? judgedWaitMs : 0, { request_id: `req_${code}` });
    });
    const { alone, others } = await inAllCircumstances(world, call, companyOf(world, op), {
      isSentAgain: kind !== 'terminal',
    });
    for (const came of [alone, ...others]) {
      if (came.answer === undefined && kind !== 'terminal') throw new NotExercised('the client was still trying');
      await besideControl(
        () => expectRefused(world, row, came),
        async () => {
          await controlRefused(world, kind);
          await controlSameKey(world);
        },
      );
      expectThat(world, jsonDifferences(heardOf(alone.answer), heardOf(came.answer)).length === 0, {
        expected: `the refusal of ${op} ${circumstances[came.circumstance]} to be reported as that of the first call of a client: ${outcomeText(alone.answer)}`,
        observed: outcomeText(came.answer),
        exchanges: came.requests.map(({ exchange }) => exchange.id),
      });
    }
  },
  { waits: true },
);

/** Every operation refused with every code (Errors). */
const everyRefusal: readonly ClientCheck[] = [refused];
export default everyRefusal;
