/** The lines of the driver protocol, for drivers of client SDKs (docs/driver-protocol.md). */
import { createInterface } from 'node:readline';

export interface Request {
  readonly id: number;
  readonly op: string;
  readonly base_url: string;
  readonly api_key: string;
  readonly idempotency_key?: string;
  /** Fires when the caller gives the call up. */
  readonly signal: AbortSignal;
  readonly params: {
    readonly model: string;
    readonly models?: readonly string[];
    readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
    readonly inputs?: Readonly<Record<string, unknown>>;
  };
}

export type Operations = Readonly<Record<string, (request: Request) => Promise<Readonly<Record<string, unknown>>>>>;

/** What an SDK reports to its caller of a failure; what it does not report is undefined. */
export interface ReportedError {
  readonly code?: unknown;
  readonly kind?: unknown;
  readonly message?: unknown;
  readonly request_id?: unknown;
  readonly status?: unknown;
}

/** Makes one client for all requests with the same address and key, as an application does: they share what a client remembers. */
export function oneClient<Client>(make: (request: Request) => Client): (request: Request) => Client {
  const clients = new Map<string, Client>();
  return (request) => {
    const name = `${request.base_url} ${request.api_key}`;
    const client = clients.get(name) ?? make(request);
    clients.set(name, client);
    return client;
  };
}

/**
 * Serves requests until there are no more, several at the same time. `report` returns what its caller would learn of what an operation threw;
 * `features` is what the driver may be asked for besides.
 */
export async function serveDriver(
  name: string,
  operations: Operations,
  report: (error: unknown) => ReportedError,
  features: readonly string[] = ['concurrent', 'abort'],
): Promise<void> {
  const underWay = new Map<number, AbortController>();
  const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const answer = async (request: Request): Promise<void> => {
    const { id, op } = request;
    const abort = new AbortController();
    underWay.set(id, abort);
    try {
      const operation = operations[op];
      if (operation === undefined) throw new Error(`no operation ${op}`);
      say({ id, ok: true, result: await operation({ ...request, signal: abort.signal }) });
    } catch (error) {
      const reported = Object.entries(report(error)).filter(([, value]) => value !== undefined && value !== null);
      say({ id, ok: false, error: Object.fromEntries(reported) });
    } finally {
      underWay.delete(id);
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    if (request.op === 'close') break;
    if (request.op === 'hello') {
      const result = { protocol: 'gateproof-driver/1', name, operations: Object.keys(operations), features };
      say({ id: request.id, ok: true, result });
    } else if (request.op === 'abort') {
      underWay.get((request.params as unknown as { readonly request: number }).request)?.abort();
      say({ id: request.id, ok: true, result: {} });
    } else void answer(request);
  }
  process.exit(0);
}
