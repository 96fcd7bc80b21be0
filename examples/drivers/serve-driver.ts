/** The lines of the driver protocol, for drivers of client SDKs (docs/driver-protocol.md). */
import { createInterface } from 'node:readline';

export interface Request {
  readonly id: number;
  readonly op: string;
  readonly base_url: string;
  readonly api_key: string;
  readonly idempotency_key?: string;
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

/** Serves requests until there are no more. `report` returns what its caller would learn of what an operation threw. */
export async function serveDriver(
  name: string,
  operations: Operations,
  report: (error: unknown) => ReportedError,
): Promise<void> {
  const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const answer = async (request: Request): Promise<void> => {
    const { id, op } = request;
    try {
      const operation = operations[op];
      if (operation === undefined) throw new Error(`no operation ${op}`);
      say({ id, ok: true, result: await operation(request) });
    } catch (error) {
      const reported = Object.entries(report(error)).filter(([, value]) => value !== undefined && value !== null);
      say({ id, ok: false, error: Object.fromEntries(reported) });
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    if (request.op === 'close') break;
    if (request.op === 'hello') {
      const result = { protocol: 'gateproof-driver/1', name, operations: Object.keys(operations) };
      say({ id: request.id, ok: true, result });
    } else void answer(request);
  }
  process.exit(0);
}
