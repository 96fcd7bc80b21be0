import {
  caution,
  expectEqualJson,
  expectThat,
  type JsonObject,
  jsonDifferences,
  NotExercised,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { expectOk } from '../support/client/expectations.ts';
import { attempt, controlOperation, type Operation, operations } from '../support/client/operations.ts';
import { chunk, completion, event, refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream } = operations;

const metadataOf = (word: string): JsonObject => ({
  cost: { billing_usd: 0.1 },
  retention_class: word,
  region: 'eu',
  policy: [word],
});
/** What a free reply of an account without notes has. */
const ofNothing: JsonObject = { cost: { billing_usd: 0 }, retention_class: 'none', region: '', policy: [] };

/** Where a reply holds its metadata. */
type Place = (more: JsonObject) => ScriptedAnswer;
const done = 'data: [DONE]\n\n';
const [begin, text, stop] = [chunk(''), chunk('fine'), chunk(undefined, 'stop')];
const usage = { ...chunk(undefined), choices: [], usage: { total_tokens: 8 } };
const streamed = (...chunks: readonly JsonObject[]): ScriptedAnswer => ({ events: [...chunks.map(event), done] });
const places: Readonly<Record<string, { readonly operation: Operation; readonly place: Place }>> = {
  chat: { operation: chat, place: (more) => completion('fine', more) },
  chat_stream: { operation: chatStream, place: (more) => streamed(begin, text, { ...stop, ...more }) },
  'chat_stream: in the first chunk': {
    operation: chatStream,
    place: (more) => streamed({ ...begin, ...more }, text, stop),
  },
  'chat_stream: beside the usage': {
    operation: chatStream,
    place: (more) => streamed(begin, text, stop, { ...usage, ...more }),
  },
};

/** Without what a language may leave out that does not distinguish a zero from nothing. */
function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, withoutZeros(one)] as const);
  return Object.fromEntries(fields.filter(([, one]) => !isZero(one)));
}
const isZero = (value: unknown) =>
  !value || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const metadata = clientRows('client.answer.metadata', places, async (world, { operation, place }) => {
  world.needs('metadata');
  await controlOperation(world, operation);
  const { metadataField } = serviceNames(world.prefix);
  const named = `the ${metadataField} of the reply`;
  const reported = async (more: JsonObject, before: readonly ScriptedAnswer[] = [], at = place) => {
    const params = { ...operation.params, metadata: true };
    const { answer } = await attempt(world, { ...operation, params }, [...before, at(more)]);
    // A client that does not send again reports the refusal.
    if (before.length > 0 && !answer.ok) return undefined;
    return expectOk(world, answer, 'a reply with metadata').metadata;
  };
  const given = { [metadataField]: metadataOf('none') };
  const first = await reported(given);
  if (first === undefined) {
    const usual = places[operation.op]?.place;
    if (usual === place || (await reported(given, [], usual)) === undefined)
      throw new NotExercised('the driver reports no metadata');
    caution(world, { expected: `${named}, in whatever chunk it stands`, observed: 'none' });
  }
  expectEqualJson(world, metadataOf('none'), first, named);
  // The next reply's is not the first one's, and one that has none is not reported with that of another.
  const again = await reported({ [metadataField]: metadataOf('standard') }, [refusalAtOnce('snapshot_expired')]);
  if (again !== undefined) expectEqualJson(world, metadataOf('standard'), again, named);
  const none = await reported({});
  expectThat(world, isZero(withoutZeros(none)), {
    expected: 'no metadata with a reply that has none',
    observed: show(none),
  });
  const ofFree = await reported({ [metadataField]: ofNothing });
  expectEqualJson(world, withoutZeros(ofNothing), withoutZeros(ofFree), named);
  if (jsonDifferences(ofNothing, ofFree).length > 0)
    caution(world, { expected: `${named}: ${show(ofNothing)}`, observed: show(ofFree) });
});

/** What a reply says of its cost and policy (Endpoints › POST /v1/chat/completions, x-svc-metadata). */
const ofReplies: readonly ClientCheck[] = [metadata];
export default ofReplies;
