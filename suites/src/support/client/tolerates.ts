import { type AnswerClient, type ClientWorld, controlThat, expectThat, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer, DriverOperation } from '@gateproof/spec';
import { type ClientCheck, clientRows } from './define-client-check.ts';
import { chatParams, reportOf, requireOk } from './expectations.ts';
import { controlOperation, operations } from './operations.ts';

/** An answer of the service and what its caller must hear of it. */
export interface ToleratedAnswer {
  readonly op: DriverOperation;
  /** A function where it depends on the request. */
  readonly answer: ScriptedAnswer | AnswerClient;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The same answer without what is to be tolerated, and the rule that judges it: who does not read it is not judged by the other. */
  readonly plain?: { readonly answer: ScriptedAnswer; readonly prerequisite: string };
  hears(answer: DriverAnswer): boolean;
}

/** The caller hears this content. */
export const says = (text: string) => (answer: DriverAnswer) => answer.ok && answer.result.content === text;
/** The caller hears this state. */
export const isIn = (state: string) => (answer: DriverAnswer) => answer.ok && answer.result.state === state;
/** A chat whose reply must be heard as `fine`. */
export const chatHeard = (answer: ScriptedAnswer): ToleratedAnswer => ({ op: 'chat', answer, hears: says('fine') });
/** A stream whose content must be heard as `fine`. */
export const streamHeard = (...events: readonly string[]): ToleratedAnswer => ({
  op: 'chat_stream',
  answer: { events: [...events, 'data: [DONE]\n\n'] },
  hears: says('fine'),
});
/** A job whose state must be heard. */
export const jobHeard = (body: object, op: DriverOperation = 'get_job'): ToleratedAnswer => ({
  op,
  answer: { body },
  hears: isIn(String((body as { state?: unknown }).state)),
});

const params: Readonly<Partial<Record<DriverOperation, object>>> = {
  ...Object.fromEntries(Object.values(operations).map((operation) => [operation.op, operation.params])),
  wait_job: { job_id: 'job_1' },
};

async function control(world: ClientWorld, op: DriverOperation): Promise<void> {
  if (op === 'open_output') return;
  const operation = Object.values(operations).find((one) => one.op === op);
  if (operation !== undefined) return controlOperation(world, operation);
  world.answer(() => operations.get_job.served);
  requireOk(await world.call(op, { job_id: 'job_1' }), 'a plain job', 'client.job.polls-until-final');
}

/** A check of answers that must be read like any other, whatever they lack or have besides. */
export function tolerates(rule: string, what: string, rows: Readonly<Record<string, ToleratedAnswer>>): ClientCheck {
  return clientRows(rule, rows, async (world, { op, answer, plain, hears, params: more = {} }) => {
    await control(world, op);
    const ask = (given: ScriptedAnswer | AnswerClient) => {
      world.answer(typeof given === 'function' ? given : () => given);
      return world.call(op, { ...chatParams, ...params[op], ...more });
    };
    if (plain !== undefined) {
      const isRead = hears(await ask(plain.answer));
      controlThat(isRead, `the same answer without ${what} is not read either`, plain.prerequisite);
    }
    const heard = await ask(answer);
    expectThat(world, hears(heard), {
      expected: `an answer with ${what} to be read as any other`,
      observed: reportOf(heard),
    });
  });
}
