import {
  type CallClient,
  type ClientRequest,
  type ClientWorld,
  requestHeaderOf,
  type ScriptedAnswer,
} from '@gateproof/harness';
import type { DriverOperation } from '@gateproof/spec';
import { jobBody, modelBody } from './replies.ts';

type Catalogue = 'list_models' | 'get_model';

/** What of the catalogue a request reads: the list of models is another thing than one of them. */
function catalogueOf({ method, path }: ClientRequest): Catalogue | undefined {
  const [, slash] = (method === 'GET' && /^\/v1\/models(\/|\?|$)/.exec(path)) || [];
  if (slash === undefined) return undefined;
  return slash === '/' ? 'get_model' : 'list_models';
}

/** A call under way. */
interface Running {
  readonly op: DriverOperation;
  readonly params: Readonly<Record<string, unknown>>;
  /** Its caller's. */
  readonly bearer: string;
  /** Whether the cancel that it is has been sent. */
  hasCanceled?: true;
  /** How often its job was read since. */
  reads?: number;
}
/** So often a job is read after its cancel before it is canceled, where its script never ends it: a client may wait for the end. */
const readsUntilCanceled = 5;
const modalities: Readonly<Partial<Record<DriverOperation, string>>> = {
  create_image: 'image',
  create_transcription: 'audio_stt',
};
const described = (id: string, op: DriverOperation | undefined) => {
  const modality = (op && modalities[op]) ?? 'text';
  return modelBody(id, modality === 'text' ? {} : { modality, inputs: { prompt: { type: 'string' } } });
};
const namesIn = ({ op, params: { model, models } }: Running): readonly string[] =>
  op === 'get_model' ? [] : [model, ...(Array.isArray(models) ? models : [])].filter((id) => typeof id === 'string');

/** A catalogue that has what the calls under way name; of a model that one of them reads its script alone knows what it is. */
function servedBesides(running: readonly Running[], catalogue: Catalogue, path: string): ScriptedAnswer {
  if (catalogue === 'get_model') {
    const id = path.slice('/v1/models/'.length).split('?', 1).join();
    return { body: described(decodeURIComponent(id), running.find((one) => namesIn(one).includes(id))?.op) };
  }
  const asked = new Map(running.flatMap((one) => namesIn(one).map((id) => [id, one.op] as const)));
  const data = [...asked].map(([id, op]) => described(id, op));
  return { body: { object: 'list', data: [...data, modelBody('acme/unasked')] } };
}

/** The job that a client looks at before it cancels it; and after, when it has read long what its script says came of the cancel. */
function jobBesidesCancel(running: readonly Running[], { method, path }: ClientRequest): ScriptedAnswer | undefined {
  const [, id, cancel] = /^\/v1\/jobs\/([^/?]+)(\/cancel)?(?:\?|$)/.exec(path) ?? [];
  const ofJob = running.filter(({ params }) => id !== undefined && params.job_id === decodeURIComponent(id));
  const cancels = ofJob.filter(({ op }) => op === 'cancel_job');
  if (method === 'POST' && cancel !== undefined) for (const one of cancels) one.hasCanceled = true;
  if (method !== 'GET' || cancel !== undefined || cancels.length === 0 || cancels.length < ofJob.length)
    return undefined;
  const job = (state: string) => ({ body: jobBody(state, { id: String(ofJob[0]?.params.job_id) }) });
  if (!cancels.some(({ hasCanceled }) => hasCanceled)) return job('processing');
  for (const one of cancels) one.reads = (one.reads ?? 0) + 1;
  return cancels.every(({ reads = 0 }) => reads > readsUntilCanceled) ? job('canceled') : undefined;
}

const listing = new WeakSet<ClientWorld>();

/** Whether the client has read the list of models for another call of the case. */
export const listsBesides = (world: ClientWorld): boolean => listing.has(world);

/**
 * The same world, in which a client may read the catalogue for a call that asks for something else, and a job before it cancels it: such a read is served, no
 * script sees it, and it is none of the case's requests.
 */
export function withReadsBesides(world: ClientWorld): ClientWorld {
  const running = new Set<Running>();
  const besides = new Set<ClientRequest>();
  const servedAside = (request: ClientRequest) => {
    const catalogue = catalogueOf(request);
    if (catalogue === undefined) return jobBesidesCancel([...running], request);
    const own = [...running].filter(({ op }) => op === catalogue);
    // A client that is known to read the list for other calls may do so for another caller meanwhile.
    if (own.length > 0 && !(catalogue === 'list_models' && listing.has(watchedWorld) && isOfOther(request, own)))
      return undefined;
    if (catalogue === 'list_models') listing.add(watchedWorld);
    return servedBesides([...running], catalogue, request.path);
  };
  const isOfOther = ({ exchange }: ClientRequest, own: readonly Running[]) => {
    const sent = requestHeaderOf(exchange, 'authorization');
    return own.every(({ bearer }) => bearer !== sent) && [...running].some(({ bearer }) => bearer === sent);
  };
  const answerBesides = (request: ClientRequest) => {
    const answer = servedAside(request);
    if (answer !== undefined) besides.add(request);
    return answer;
  };
  const watched =
    (call: CallClient): CallClient =>
    async (op, params, options) => {
      const one: Running = { op, params, bearer: `Bearer ${world.apiKeyOf(options?.key ?? 'first')}` };
      running.add(one);
      try {
        return await call(op, params, options);
      } finally {
        running.delete(one);
      }
    };
  const watchedWorld: ClientWorld = {
    ...world,
    answer: (decide) =>
      world.answer(
        (request) => answerBesides(request) ?? decide({ ...request, number: request.number - besides.size }),
      ),
    requests: () => world.requests().filter((request) => !besides.has(request)),
    call: watched(world.call),
    onOneClient: (use) => world.onOneClient((call) => use(watched(call))),
  };
  return watchedWorld;
}
