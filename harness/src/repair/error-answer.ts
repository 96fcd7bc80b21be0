import { type ErrorRow, errorTable } from '@gateproof/spec';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { editChunks } from './edit-events.ts';
import type { AnsweredExchange } from './repair.ts';
import { withJson } from './rewrite.ts';

/** An error as an answer carries it: a whole body, or one chunk of a stream. */
export interface SeenError {
  /** The JSON; undefined for a body that is none. */
  readonly json: unknown;
  /** The body as text. */
  readonly text: string;
  /** The row of the contract's table that fits the status and the route best. */
  readonly row: ErrorRow;
}

/** True for an answer whose status says that the request failed. */
export function isErrorAnswer({ response }: AnsweredExchange): boolean {
  return response.status >= 400;
}

/** The answer with its error, or the error chunks of its stream, replaced; undefined where `rewrite` returns undefined for each. */
export function mendErrors(
  exchange: AnsweredExchange,
  rewrite: (seen: SeenError) => JsonObject | undefined,
): ReceivedResponse | undefined {
  const { response } = exchange;
  if (!isErrorAnswer(exchange)) {
    const row = rowOf(502);
    return editChunks(exchange, ({ json }) =>
      json.error === undefined || json.error === null ? undefined : rewrite({ json, text: '', row }),
    );
  }
  const reading = jsonOf(exchange);
  const text = Buffer.from(response.body.subarray(0, mostText)).toString();
  const row = rowOf(response.status, exchange);
  const json = rewrite({ json: reading.ok ? reading.value : undefined, text, row });
  return json === undefined ? undefined : withJson(response, json);
}

const mostText = 500;

/** The `error` object with all that the contract wants of it: what is missing is taken from the row of its code, or from `row`. */
export function completed(known: JsonObject, message: string, row: ErrorRow): JsonObject {
  const { code, kind } = (typeof known.code === 'string' ? errorTable.get(known.code) : undefined) ?? row;
  return {
    type: code === 'rate_limited' ? 'rate_limit_error' : 'api_error',
    scope: null,
    kind,
    ...known,
    message: message === '' ? 'The answer gave no message.' : message,
    code,
    param: null,
  };
}

/** The envelope of which all is known but the message. */
export function envelope(message: string, row: ErrorRow): JsonObject {
  return { error: completed({}, message, row) };
}

/** The `error` object of an error that has one. */
export function errorIn({ json }: SeenError): JsonObject | undefined {
  return isObject(json) && isObject(json.error) ? json.error : undefined;
}

function rowOf(status: number, exchange?: AnsweredExchange): ErrorRow {
  const rows = [...errorTable.values()];
  const route = exchange === undefined ? undefined : likelyRouteOf(exchange);
  const notFound = route === 'model' ? 'model_not_found' : route === 'job' || route === 'cancel' ? 'job_not_found' : '';
  const code = status === 404 ? notFound || 'no_endpoint_available' : undefined;
  const row =
    rows.find((candidate) => (code === undefined ? candidate.status === status : candidate.code === code)) ??
    rows.find((candidate) => candidate.status === (status < 500 ? 400 : 500));
  if (row === undefined) throw new Error(`the error table has no row for ${status}`);
  return row;
}
