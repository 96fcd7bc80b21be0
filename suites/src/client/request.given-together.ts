import {
  type ClientRequest,
  type ClientWorld,
  expectThat,
  jsonDifferences,
  NotExercised,
  requestHeaderOf,
} from '@gateproof/harness';
import { type DriverFeature, serviceNames } from '@gateproof/spec';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { bodyOf } from '../support/client/last-request.ts';
import { attempt, controlOperation, type Operation, submissions } from '../support/client/operations.ts';
import { refusalAtOnce } from '../support/client/replies.ts';
import { tools } from '../support/client/tool-calls.ts';

/** As many as a list may have. */
const fiveModels = ['acme/one', 'acme/two', 'acme/three', 'acme/four', 'acme/five'];
/** What a caller may set besides, by the feature that a driver names. Two limits of tokens are one too many for some services. */
const ofChats: Readonly<Partial<Record<DriverFeature, unknown>>> = {
  temperature: 0.4,
  max_completion_tokens: 77,
  tools,
  response_format: { type: 'json_object' },
  metadata: true,
};
const ofJobs: Readonly<Partial<Record<DriverFeature, unknown>>> = {
  retry_of: 'job_Earlier-1',
  submission_models: fiveModels,
};
const ofAll: Readonly<Partial<Record<DriverFeature, unknown>>> = {
  provider: { only: ['one'], allow_fallbacks: false, max_price: 0.1 },
  svc: { zdr: true },
};
const fieldOf: Readonly<Partial<Record<DriverFeature, string>>> = { submission_models: 'models' };

type Given = Readonly<Record<string, unknown>>;

/** All that this driver's caller can set on the operation at once. */
function everythingFor(world: ClientWorld, { op }: Operation): Given {
  const isChat = op.startsWith('chat');
  const settings = Object.entries({ ...(isChat ? ofChats : ofJobs), ...ofAll }) as [DriverFeature, unknown][];
  const supported = settings.filter(([feature]) => world.takes(feature));
  const given = Object.fromEntries(supported.map(([feature, value]) => [fieldOf[feature] ?? feature, value]));
  return isChat ? { models: fiveModels, ...given } : given;
}

const keyOf = ({ exchange }: ClientRequest) => requestHeaderOf(exchange, 'idempotency-key');

/** The names of what was set that a request does not hold as it was set. */
function missingFrom(request: ClientRequest, given: Given, prefix: string): readonly string[] {
  const { requestField, metadataHeader } = serviceNames(prefix);
  const sent = { ...bodyOf(request), svc: bodyOf(request)[requestField] } as Given;
  return Object.entries(given)
    .filter(([name, value]) =>
      name === 'metadata'
        ? requestHeaderOf(request.exchange, metadataHeader) !== 'enabled'
        : jsonDifferences(value, sent[name]).length > 0,
    )
    .map(([name]) => name);
}

const rows: Readonly<Record<string, { readonly operation: Operation; readonly isKeyed: boolean }>> = Object.fromEntries(
  [true, false].flatMap((isKeyed) =>
    Object.values(submissions).map((operation) => [
      `${operation.op}, ${isKeyed ? 'with' : 'without'} an Idempotency-Key`,
      { operation, isKeyed },
    ]),
  ),
);

const givenTogether = clientRows('client.request.given-together', rows, async (world, { operation, isKeyed }) => {
  await controlOperation(world, operation);
  const given = everythingFor(world, operation);
  const send = (params: Given, options: { readonly idempotencyKey?: string } = {}) =>
    attempt(world, { ...operation, params: { ...operation.params, ...params } }, answers(), options);
  const answers = () => [refusalAtOnce('snapshot_expired'), operation.served];
  const key: { readonly idempotencyKey?: string } = isKeyed ? { idempotencyKey: world.unique('key') } : {};
  const { requests } = await send(given, key);
  if (requests.length === 0) throw new NotExercised('the client refused and sent no request');
  for (const request of requests) {
    const missing = missingFrom(request, given, world.prefix);
    const lost: string[] = [];
    for (const name of missing) {
      // What is not sent alone either is judged by the rule about it.
      const alone = await send({ [name]: given[name] });
      const isSent = alone.requests.every(
        (one) => missingFrom(one, { [name]: given[name] }, world.prefix).length === 0,
      );
      if (isSent && alone.requests.length > 0) lost.push(name);
    }
    if (isKeyed && keyOf(request) !== key.idempotencyKey) {
      const alone = await send({}, key);
      if (alone.requests.length > 0 && alone.requests.every((one) => keyOf(one) === key.idempotencyKey))
        lost.push('the Idempotency-Key');
    }
    expectThat(world, lost.length === 0, {
      expected: `${Object.keys(given).join(', ')} in one request${isKeyed ? ' with an Idempotency-Key' : ''}, as the caller gave them`,
      observed: `a request that lacks or changes ${lost.join(', ')}, which the client sends where nothing else is set`,
      exchanges: [request.exchange.id],
    });
  }
});

/** What a caller sets at once (Endpoints). */
const together: readonly ClientCheck[] = [givenTogether];
export default together;
