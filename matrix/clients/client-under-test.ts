import { type Driver, DriverTrouble } from '@gateproof/harness';
import {
  type DriverAnswer,
  type DriverOperation,
  driverFeatures,
  driverOperations,
  driverProtocol,
  serviceNames,
} from '@gateproof/spec';
import { clock } from '../clock.ts';
import {
  type Call,
  type ClientBehaviour,
  ClientError,
  type ClientTools,
  type Failure,
  type Given,
  type JsonObject,
  type Wire,
} from './client-behaviour.ts';

const keyedOps: readonly DriverOperation[] = ['chat', 'chat_stream', 'create_image', 'create_transcription'];

/** A client of the given behaviour, driven in this process. All that it sends goes through `wire`. */
export function startClient(behaviour: ClientBehaviour, wire: typeof fetch = fetch): Driver {
  const tools = new Tools(behaviour, wire);
  return {
    description: {
      protocol: driverProtocol,
      name: 'client of the matrix',
      operations: driverOperations,
      features: driverFeatures,
    },
    call: (given, limitMs, signal) =>
      withLimit(tools.answer(signal === undefined ? given : { ...given, signal }), given.op, limitMs),
    close: async () => tools.close(),
  };
}

function withLimit(work: Promise<DriverAnswer>, op: string, limitMs: number): Promise<DriverAnswer> {
  return new Promise((resolve, reject) => {
    const silent = () => reject(new DriverTrouble(`the driver gave no answer to ${op}`, { isSilent: true }));
    const cancel = clock.after(limitMs, silent);
    void work.then((answer) => {
      cancel();
      resolve(answer);
    });
  });
}

class Tools implements ClientTools {
  readonly behaviour: ClientBehaviour;
  readonly memory = new Map<string, unknown>();
  readonly fetch: typeof fetch;
  #closed = false;

  constructor(behaviour: ClientBehaviour, wire: typeof fetch) {
    this.behaviour = behaviour;
    this.fetch = wire;
  }

  close(): void {
    this.#closed = true;
  }

  pause = (ms: number): Promise<void> => clock.pause(ms);
  nowMs = (): number => clock.wallMs();

  async answer(given: Given): Promise<DriverAnswer> {
    try {
      const result = await this.behaviour.operations[given.op as DriverOperation](this, given);
      return { id: 0, ok: true, result };
    } catch (error) {
      const failure: Failure =
        error instanceof ClientError
          ? error.failure
          : { sent: { message: String(error) }, status: undefined, headers: undefined, isLost: true };
      const sent = Object.entries(this.behaviour.error(failure)).filter(([, value]) => value !== undefined);
      return { id: 0, ok: false, error: Object.fromEntries(sent) };
    }
  }

  async send(
    op: DriverOperation,
    given: Given,
    body?: JsonObject,
  ): Promise<{ readonly response: Response; readonly call: Call }> {
    const { behaviour } = this;
    const params = given.params ?? {};
    const isKeyed = keyedOps.includes(op);
    const first = { op, given, method: behaviour.methodOf(op), path: behaviour.pathOf(op, params), body, isKeyed };
    const call: Call = { ...first, attempt: 1, key: undefined };
    call.key = (isKeyed ? given.idempotency_key : undefined) ?? behaviour.ownKey(call, this);
    for (; ; call.attempt += 1) {
      const outcome = await this.#once(call);
      if (outcome instanceof Response) return { response: outcome, call };
      if (this.#closed || behaviour.isGivenUp(given, this) || !behaviour.retries(outcome, call, this))
        throw new ClientError(outcome);
      await clock.pause(behaviour.waitMs(outcome, call, this));
      if (behaviour.isGivenUp(given, this)) throw new ClientError(outcome);
    }
  }

  async sendJson(op: DriverOperation, given: Given, body?: JsonObject): Promise<JsonObject> {
    const { response } = await this.send(op, given, body);
    return this.behaviour.parse(await response.text()) as JsonObject;
  }

  async #once(call: Call): Promise<Response | Failure> {
    const { method, url, headers, body } = this.behaviour.wire(this.#wire(call), call, this);
    try {
      const signal = this.behaviour.abortSignal(call, this) ?? null;
      const response = await this.fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      if (!response.ok) return this.behaviour.readFailure(response.status, response.headers, await response.text());
      // A stream is read as it comes; a whole body belongs to the answer, so that its loss is the answer's loss.
      if (call.op === 'chat_stream') return response;
      return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
    } catch (error) {
      return { sent: { message: String(error) }, status: undefined, headers: undefined, isLost: true };
    }
  }

  #wire(call: Call): Wire {
    const { given, method, path, body } = call;
    const key = this.behaviour.attemptKey(call, this);
    const metadata = this.behaviour.metadata(call);
    const { metadataHeader } = serviceNames(given.prefix ?? '');
    return {
      method,
      url: `${given.base_url}/v1${path}`,
      headers: {
        authorization: `Bearer ${given.api_key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(metadata === undefined ? {} : { [metadataHeader]: metadata }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
  }
}
