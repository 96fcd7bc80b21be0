import { isJsonObject, type JsonObject } from '../json.ts';
import type { ResponseHeader } from './response-draft.ts';

/** A request as it reached an upstream. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path with query. What stands before the route (`/u/<token>`, `/v1`) does not matter. */
  readonly path: string;
  readonly headers: readonly ResponseHeader[];
  readonly rawBody: Uint8Array;
}

/** What an upstream serves. */
export type UpstreamRoute = 'chat' | 'image' | 'transcription';

/** A request as an answer needs to see it. */
export interface ReadRequest {
  /** Undefined for a path that no upstream serves, or another method than POST. */
  readonly route: UpstreamRoute | undefined;
  /** The body's JSON value; undefined when it is not JSON. */
  readonly json: unknown;
  /** The JSON value when it is an object, else an empty one. */
  readonly fields: JsonObject;
  /** `model` of the body; undefined when it is not a string. */
  readonly model: string | undefined;
  /** Whether the body says `stream: true`. */
  readonly stream: boolean;
}

const routes: readonly (readonly [ending: string, route: UpstreamRoute])[] = [
  ['/chat/completions', 'chat'],
  ['/images/generations', 'image'],
  ['/audio/transcriptions', 'transcription'],
];
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads what a request asks for. Never throws: what cannot be read is undefined. */
export function readRequest(request: UpstreamRequest): ReadRequest {
  const [pathname = ''] = request.path.split('?', 1);
  const route = request.method === 'POST' ? routes.find(([ending]) => pathname.endsWith(ending))?.[1] : undefined;
  const json = parseJson(request.rawBody);
  return { ...readFields(route, isJsonObject(json) ? json : {}), json };
}

/** What a request on a route asks for whose body is the JSON object. */
export function readFields(route: UpstreamRoute | undefined, fields: JsonObject): ReadRequest {
  const model = typeof fields.model === 'string' ? fields.model : undefined;
  return { route, json: fields, fields, model, stream: fields.stream === true };
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
