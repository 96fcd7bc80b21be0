import { defineCheck, expectThat, type Fault, type History, NotExercised, routeOf } from '@gateproof/harness';
import { type ErrorRow, errorTable } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { faultCouldAct } from '../../support/failing-streams.ts';
import { jobObservations } from '../../support/job-observations.ts';
import { partOf } from '../../support/media-jobs.ts';
import { heldIf, type Look, type Subject, standingTable } from '../../support/standing-table.ts';
import { saying, tokensOf } from '../../support/streams.ts';
import { inTime } from '../../support/webhooks.ts';

type Looks = [rule: string, look: (seen: ErrorSeen) => Look];

function statusOf(row: ErrorRow): (seen: ErrorSeen) => Look {
  return ({ error, status }) => {
    if (error?.code !== row.code || status === undefined) return undefined;
    return heldIf(status === row.status, `status ${row.status} with code ${row.code}`, `status ${status}`);
  };
}

function kindOf(row: ErrorRow): (seen: ErrorSeen) => Look {
  return ({ error }) => {
    if (error?.code !== row.code || typeof error.kind !== 'string') return undefined;
    return heldIf(error.kind === row.kind, `kind ${row.kind} with code ${row.code}`, `kind ${error.kind}`);
  };
}

/** Rows whose code is never sent on these routes have rules of their own. */
const rows = [...errorTable.values()].filter(({ code }) => code !== 'client_disconnected' && code !== 'run_not_found');

/** Code, status and kind come from one row of the error table, wherever the code is seen. */
const standing = standingTable(
  errorsSeen,
  Object.fromEntries(
    rows.flatMap((row): Looks[] => {
      const name = row.code.replaceAll('_', '-');
      return [
        [`error.code.${name}.status`, statusOf(row)],
        [`error.code.${name}.kind`, kindOf(row)],
      ];
    }),
  ),
);

interface CodeSeen extends Subject {
  readonly code: unknown;
  readonly carrier: 'http' | 'chunk' | 'job';
  /** Whether a chat request was answered with it. */
  readonly isOfChat: boolean;
}

/** Every error code that was reported, wherever. */
function* codesSeen(history: History): Generator<CodeSeen> {
  for (const { exchange, error, carrier } of errorsSeen(history))
    yield { exchange, code: error?.code, carrier, isOfChat: routeOf(exchange, history.baseUrl) === 'chat' };
  for (const { exchange, job } of jobObservations(history)) {
    const code = partOf(job, 'error')?.code;
    if (code !== undefined) yield { exchange, code, carrier: 'job', isOfChat: false };
  }
}

/** An error that names no code shows nothing of the codes that a target uses. */
const never = (code: string) => (seen: CodeSeen) =>
  typeof seen.code === 'string' ? heldIf(seen.code !== code, `never the code ${code}`, seen.code) : undefined;

/** Codes that are never sent on the routes of the contract (Errors › Codes). */
const clientDisconnected = standingTable(codesSeen, {
  'error.code.client-disconnected.status': (seen) =>
    seen.carrier === 'http' ? never('client_disconnected')(seen) : undefined,
  'error.code.client-disconnected.kind': (seen) =>
    seen.carrier === 'http' ? undefined : never('client_disconnected')(seen),
  'error.code.retention-expired.jobs-only': (seen) => (seen.isOfChat ? never('retention_expired')(seen) : undefined),
  'error.code.run-not-found.never': never('run_not_found'),
});

/** Longest wait for the events after which the client leaves, in ms. */
const mostPatienceMs = 1_500;
const lookAgainMs = 100;
const briefMs = 3_000;

/** The client leaves after some events of a stream that goes on, or before the first; what is recorded of it is read for a while. */
const clientDisconnectedRecorded = defineCheck({
  rule: 'error.code.client-disconnected.recorded',
  input: fc.integer({ min: 2, max: 4 }),
  examples: [0],
  cases: 4,
  describe: (events) => `a client that leaves after ${events} events of the stream`,
  async decide(world, events) {
    const account = await world.account();
    const fault: Fault = { kind: 'gate', gate: 'rest', beforeEvent: events > 0 ? 7 : 1 };
    const model = await account.model({ upstreams: [saying(tokensOf('a', 60), fault)] });
    const leaving = new AbortController();
    const pending = account.key.chat(
      { model: model.id, messages: hello, stream: true },
      { ...(events > 0 ? { closeAfterEvents: events } : {}), signal: leaving.signal },
    );
    let hasLeft = false;
    const exchange = pending.finally(() => {
      hasLeft = true;
    });
    // A gateway that holds streams back brings no events; its client leaves all the same.
    if ((await model.upstreams[0]?.call(1)) !== undefined && events > 0)
      await world.until(() => hasLeft, mostPatienceMs);
    leaving.abort();
    const { ending, id: left } = await exchange;
    faultCouldAct(model, fault);
    if (ending !== 'closed') throw new NotExercised('the stream ended before its client left');
    let codes: readonly (string | null)[] = [];
    // One that its client left before it began need not be recorded as such.
    const limitMs = events === 0 ? briefMs : world.patience.limitMs;
    for (let looked = 0; looked * lookAgainMs < limitMs; looked += 1) {
      codes = (await account.usage()).generations
        .filter(({ model: id }) => id === model.id)
        .map(({ error_code: code }) => code);
      if (codes.includes('client_disconnected')) break;
      // That a client has left may show in writing to it only.
      if (looked === 10) model.upstreams[0]?.release('rest');
      await world.pause(lookAgainMs);
    }
    model.upstreams[0]?.release('rest');
    // What succeeded all the same, and what never was a generation, may be reported as such.
    if (events === 0 && codes.every((code) => code === null))
      throw new NotExercised('no failure is recorded of a stream that its client left before it began');
    expectThat(world, codes.includes('client_disconnected'), {
      expected: `a generation recorded with client_disconnected ${inTime(world)}`,
      observed: codes.length === 0 ? 'no generation' : codes.join(', '),
      exchanges: [left],
    });
  },
});

export default [standing, clientDisconnected, clientDisconnectedRecorded];
