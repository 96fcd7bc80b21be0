import type { Exchange, Header, RefusalGround } from '../exchange/exchange.ts';
import { isObject, type JsonReading, readJson } from '../exchange/json.ts';
import { headersAs } from '../exchange/real-clients.ts';
import { targetPath } from '../exchange/target-path.ts';
import type { WireRequest } from '../exchange/wire-request.ts';
import type { CaseScope } from './case-scope.ts';
import { mayFailFor } from './may-fail-for.ts';
import { haveFaults, readingOfRequest, requestKinds } from './request-kinds.ts';
import { untilLetIn } from './until-let-in.ts';
import type { RequestOptions } from './world.ts';

/** Sends one request of a case and records what comes back. Where those of one of its kinds are not sent any more, the case ends, and this never does: a check need not be waiting for it yet. */
export async function sendRequest(scope: CaseScope, options: RequestOptions): Promise<Exchange> {
  const { means, recorder, over } = scope;
  const body = bytesOf(options);
  const reading = readingOfRequest(options);
  const ground = groundOf(scope, options, { reading, bytes: body.length });
  const kinds = requestKinds(options, { reading, scripts: scope.scripts.values(), mayFailFor: ground });
  const crash = means.crashes.withheld(kinds);
  if (crash !== undefined) {
    scope.withhold(crash);
    return new Promise(() => undefined);
  }
  const path = pathFor(scope, options.path, body);
  const given = headersAs(scope.client, [...targetHeaders(scope, body), ...(options.headers ?? [])]);
  const hasType = given.some(([name]) => name.toLowerCase() === 'content-type');
  const headers: readonly Header[] =
    options.body !== undefined && options.rawBody === undefined && !hasType
      ? [...given, ['Content-Type', 'application/json']]
      : given;
  const { signal, closeAfterEvents, pieceBytes } = options;
  const address = options.address ?? scope.nextAddress();
  const wire: WireRequest = {
    method: options.method ?? 'GET',
    url: `${address}${path}`,
    ...(path === options.path ? {} : { contractPath: options.path }),
    ...(means.addresses.length === 1 ? {} : { address }),
    ...(ground === undefined ? {} : { mayFailFor: ground }),
    headers,
    body,
    limitMs: options.limitMs ?? means.requestTimeoutMs,
    signal: signal === undefined ? over : AbortSignal.any([signal, over]),
    ...(closeAfterEvents === undefined ? {} : { closeAfterEvents }),
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
    ...(scope.client?.ownConnection === true ? { ownConnection: true } : {}),
  };
  const send = async () => {
    const exchange = await inTurn(means, () => means.client.send(wire, recorder));
    scope.requestKinds.set(exchange.id, kinds);
    scope.servable.learn(exchange);
    if (exchange.ending === 'cut') means.losses.report();
    return exchange;
  };
  return scope.honoursWaits ? untilLetIn(send, scope) : send();
}

/** What a conformant gateway may refuse the request for, or else the faults that its endpoints have where it calls one. */
function groundOf(
  { servable, scripts }: CaseScope,
  options: RequestOptions,
  sent: { readonly reading: JsonReading; readonly bytes: number },
): RefusalGround | undefined {
  const callsEndpoint = options.method === 'POST' && !options.path.startsWith('/v1/jobs/');
  return (
    mayFailFor(options, sent, servable) ?? (callsEndpoint && haveFaults(scripts.values()) ? 'endpoint' : undefined)
  );
}

/** Where the profile says that the target has it. A request that names no model goes where one of the case's model would. */
function pathFor({ means, textModel }: CaseScope, path: string, body: Uint8Array): string {
  if (Object.keys(means.routes).length === 0) return path;
  return targetPath(means.routes, path, modelIn(readJson(body)) ?? textModel);
}

/** Sends at once, or when the pace of the run allows it. */
function inTurn({ pace, clock }: CaseScope['means'], send: () => Promise<Exchange>): Promise<Exchange> {
  const waitMs = pace.takeTurn();
  return waitMs === 0 ? send() : clock.pause(waitMs).then(send);
}

/** Reads an absolute URL with nothing but what HTTP needs. */
export function download({ means, recorder, over }: CaseScope, url: string): Promise<Exchange> {
  const limitMs = means.requestTimeoutMs;
  const wire: WireRequest = { method: 'GET', url, headers: [], body: new Uint8Array(), limitMs, signal: over };
  return inTurn(means, () => means.client.send(wire, recorder));
}

/**
 * The headers that the target wants with every request, then those that it wants with the model of this one. A body that can't be read goes to the endpoints of
 * the case's model: those of another may be closed.
 */
function targetHeaders({ means, textModel }: CaseScope, body: Uint8Array): readonly Header[] {
  const { headers, testbed } = means;
  const { modelHeaders } = testbed.facts;
  if (modelHeaders.size === 0) return headers;
  const reading = readJson(body);
  const model = body.length > 0 && !reading.ok ? textModel : modelIn(reading);
  const wanted = modelHeaders.get(model ?? '') ?? [];
  const replaced = new Set(wanted.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...wanted];
}

function modelIn(reading: JsonReading): string | undefined {
  const model = reading.ok && isObject(reading.value) ? reading.value.model : undefined;
  return typeof model === 'string' && model !== '' ? model : undefined;
}

function bytesOf({ body, rawBody }: RequestOptions): Uint8Array {
  if (rawBody !== undefined) return typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  return body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
}
