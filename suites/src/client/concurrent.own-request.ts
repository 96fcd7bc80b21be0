import {
  type ClientRequest,
  type ClientWorld,
  controlThat,
  expectThat,
  isObject,
  jsonDifferences,
  requestHeaderOf,
  show,
} from '@gateproof/harness';
import { callAlone, callAtOnce, type NamedCall, type Outcome, outcomeText, words } from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { namedOperations } from '../support/client/named-calls.ts';
import { controlOperation } from '../support/client/operations.ts';
import { errorAnswer, refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image } = namedOperations;
const rows = { chat, chat_stream: chatStream, create_image: image };

const codes = ['invalid_request', 'forbidden', 'context_length_exceeded', 'insufficient_credit'];

/** Whether a call is reported with its own code, and with no other request_id. */
function hasOwnError({ word, answer }: Outcome, code: string | undefined): boolean {
  if (answer?.ok !== false) return false;
  const { request_id: id } = answer.error;
  return answer.error.code === code && (id === undefined || id === `req_${word}`);
}

const ownError = clientRows('client.concurrent.own-error', rows, async (world, one) => {
  world.needs('concurrent');
  await controlOperation(world, one.operation);
  const calls = words.map((word, place): NamedCall => {
    const refused = errorAnswer(codes[place] ?? 'forbidden', { request_id: `req_${word}` });
    return { ...one.call(word), answers: [{ ...refused, pieceBytes: 20, pieceGapMs: 1 }] };
  });
  const prerequisite = one === chatStream ? 'client.stream.refused' : 'client.error.code-reported';
  for (const [place, call] of calls.entries()) {
    const alone = await callAlone(world, call);
    const isOwn = hasOwnError(alone, codes[place]);
    controlThat(
      isOwn,
      `a refused call is not reported with its error alone: ${outcomeText(alone.answer)}`,
      prerequisite,
    );
  }
  for (const [place, outcome] of (await callAtOnce(world, calls)).entries()) {
    expectThat(world, hasOwnError(outcome, codes[place]), {
      expected: `the call "${outcome.word}" to be reported with ${codes[place]}, and no request_id but req_${outcome.word}`,
      observed: outcomeText(outcome.answer),
      exchanges: outcome.requests.map(({ exchange }) => exchange.id),
    });
  }
});

/** What is not as the caller of this call gave it; undefined: nothing. */
interface Stranger {
  readonly what: string;
  readonly wanted: unknown;
  readonly sent: unknown;
  readonly request: ClientRequest;
  /** The rule that judges it of a single call. */
  readonly rule: string;
}

const ruleOf: Readonly<Record<string, string>> = {
  model: 'client.request.model-unchanged',
  messages: 'client.request.messages-unchanged',
  prompt: 'client.request.inputs-unchanged',
  temperature: 'client.request.settings-unchanged',
  provider: 'client.request.routing-unchanged',
  retry_of: 'client.request.retry-of',
};

/** What the caller gave a call, as fields of a body. */
const givenTo = ({ params }: NamedCall['operation']): Readonly<Record<string, unknown>> => ({
  ...params,
  ...(isObject(params.inputs) ? params.inputs : {}),
});

function strangerIn({ operation, options }: NamedCall, requests: readonly ClientRequest[]): Stranger | undefined {
  for (const [attempt, request] of requests.entries()) {
    const sent = requestHeaderOf(request.exchange, 'idempotency-key');
    const wanted = options?.idempotencyKey;
    const rule = attempt === 0 ? 'client.idempotency.caller-key' : 'client.idempotency.same-key';
    if (sent !== wanted) return { what: 'Idempotency-Key', wanted, sent, request, rule };
    for (const [what, of] of Object.entries(ruleOf)) {
      const [given, field] = [givenTo(operation)[what], bodyOf(request)[what]];
      if (given !== undefined && jsonDifferences(given, field).length > 0)
        return { what, wanted: given, sent: field, request, rule: of };
    }
  }
  return undefined;
}

/** What a client that retries at all sends again after. */
const atFirst = refusalAtOnce('snapshot_expired');

function named(world: ClientWorld, one: (typeof rows)[keyof typeof rows], word: string): NamedCall {
  const call = one.call(word);
  const own = {
    ...(world.takes('provider') ? { provider: { only: [word] } } : {}),
    ...(world.takes('temperature') && one !== image
      ? { temperature: word.length / 10 + word.charCodeAt(0) / 1000 }
      : {}),
    ...(world.takes('retry_of') && one === image ? { retry_of: `job_of-${word}` } : {}),
  };
  const operation = { ...call.operation, params: { ...call.operation.params, ...own, model: `acme/${word}` } };
  return { ...call, operation, answers: [atFirst, ...call.answers], options: { idempotencyKey: world.unique(word) } };
}

const ownRequest = clientRows('client.concurrent.own-request', rows, async (world, one) => {
  world.needs('concurrent');
  await controlOperation(world, one.operation);
  const single = named(world, one, 'solo');
  const alone = strangerIn(single, (await callAlone(world, single)).requests);
  controlThat(alone === undefined, `a call alone does not carry the caller's ${alone?.what}`, alone?.rule);
  const calls = words.map((word) => named(world, one, word));
  const outcomes = await callAtOnce(world, calls);
  for (const [place, call] of calls.entries()) {
    const requests = outcomes[place]?.requests ?? [];
    expectThat(world, requests.length > 0, { expected: `a request of the call "${call.word}"`, observed: 'none' });
    const stranger = strangerIn(call, requests);
    expectThat(world, stranger === undefined, {
      expected: `the ${stranger?.what} of the call "${call.word}": ${show(stranger?.wanted)}`,
      observed: show(stranger?.sent),
      exchanges: stranger === undefined ? [] : [stranger.request.exchange.id],
    });
  }
});

/** What calls at the same time say and hear of themselves (Endpoints; Errors). */
const own: readonly ClientCheck[] = [ownError, ownRequest];
export default own;
