/** The server-sent events of a body, each with the empty line that ends it; what is left at the end comes last. */
export async function* splitEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of body) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield rest.subarray(0, end + 2);
      rest = rest.subarray(end + 2);
    }
  }
  if (rest.length > 0) yield rest;
}
