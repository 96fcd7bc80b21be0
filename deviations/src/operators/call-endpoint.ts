import type { JsonObject } from '../requests/seen.ts';

/** Calls an endpoint of chat models beside the work of the gateway; what it answers is thrown away. */
export function callEndpoint(url: string, body: JsonObject): void {
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  void fetch(`${url}/chat/completions`, call)
    .then((sent) => sent.text())
    .catch(() => undefined);
}
