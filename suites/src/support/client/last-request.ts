import { type ClientRequest, type ClientWorld, isObject, type JsonObject, SetupFailed } from '@gateproof/harness';

/** The JSON object that a request carried; empty when it carried none. */
export function bodyOf({ json }: ClientRequest): JsonObject {
  return isObject(json) ? json : {};
}

/** The newest request to a route, by the end of its path; `SetupFailed` when there is none. */
export function lastRequest(
  world: ClientWorld,
  ending: string,
): { readonly request: ClientRequest; readonly body: JsonObject } {
  const request = world
    .requests()
    .filter(({ path }) => path.split('?')[0]?.endsWith(ending) === true)
    .at(-1);
  if (request === undefined) throw new SetupFailed(`the client sent no request to …${ending}`);
  return { request, body: bodyOf(request) };
}
