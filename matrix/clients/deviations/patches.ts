import type { DriverOperation } from '@gateproof/spec';
import type { Call, ClientChanges, ClientTools, JsonObject, Wire } from '../client-behaviour.ts';
import { referenceClient as right } from '../reference-client.ts';

/** Changes what goes out, for every request or for those of some operations. */
export const wired = (
  change: (wire: Wire, call: Call, tools: ClientTools) => Partial<Wire>,
  ...ops: readonly DriverOperation[]
): ClientChanges => ({
  wire: (wire, call, tools) =>
    ops.length === 0 || ops.includes(call.op) ? { ...wire, ...change(wire, call, tools) } : wire,
});

export const withHeaders = (
  change: (wire: Wire, call: Call) => Readonly<Record<string, string | undefined>>,
  ...ops: readonly DriverOperation[]
): ClientChanges =>
  wired(
    (wire, call) => {
      const all = Object.entries({ ...wire.headers, ...change(wire, call) });
      return { headers: Object.fromEntries(all.filter((one): one is [string, string] => one[1] !== undefined)) };
    },
    ...ops,
  );

/** Changes the JSON body that goes out. */
export const rebodied = (
  change: (body: JsonObject, call: Call) => JsonObject,
  ...ops: readonly DriverOperation[]
): ClientChanges =>
  wired(
    ({ body }, call) => (body === undefined ? {} : { body: JSON.stringify(change(JSON.parse(body), call)) }),
    ...ops,
  );

/** Does one operation in another way. */
export const doing = (op: DriverOperation, run: (typeof right.operations)[DriverOperation]): ClientChanges => ({
  operations: { ...right.operations, [op]: run },
});

/** Changes what the caller gets of an operation's success. */
export const retold = (
  op: DriverOperation,
  change: (result: JsonObject, tools: ClientTools) => JsonObject | Promise<JsonObject>,
): ClientChanges =>
  doing(op, async (tools, given) => change((await right.operations[op](tools, given)) as JsonObject, tools));

/** Changes every message's text of a chat. */
export const retexted = (change: (text: string) => string, ...ops: readonly DriverOperation[]): ClientChanges =>
  rebodied(
    (body) =>
      body.messages === undefined
        ? body
        : {
            ...body,
            messages: (body.messages as readonly JsonObject[]).map((message) => ({
              ...message,
              content: change(String(message.content)),
            })),
          },
    ...ops,
  );
