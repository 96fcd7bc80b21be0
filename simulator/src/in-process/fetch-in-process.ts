import { Readable } from 'node:stream';
import { type Dispatcher, request as send } from 'undici';

const bodiless = new Set([101, 204, 205, 304]);

/** A `fetch` whose every request goes to `agent`, whatever its origin says. Answers stream as they come; an abort is passed on. */
export function fetchThrough(agent: Dispatcher): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const hasBody = request.body !== null;
    const { origin, pathname, search } = new URL(request.url);
    const answer = await send(origin + pathname + search, {
      dispatcher: agent,
      method: request.method as Dispatcher.HttpMethod,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(hasBody ? { body: Buffer.from(await request.arrayBuffer()) } : {}),
    }).catch((cause: unknown) => {
      throw request.signal.aborted ? request.signal.reason : new TypeError('fetch failed', { cause });
    });
    const body = bodiless.has(answer.statusCode) ? null : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>);
    if (body === null) await answer.body.dump();
    return new Response(body, { status: answer.statusCode, headers: headersOf(answer.headers) });
  };
}

function headersOf(headers: Dispatcher.ResponseData['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
}
