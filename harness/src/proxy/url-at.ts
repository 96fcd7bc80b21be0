/**
 * Where a request goes that came with this target in its first line: below the gateway's base URL, whatever it names. A whole URL (RFC 9112, 3.2.2)
 * counts by its path and query alone, and `*` stands for no path.
 */
export function urlAt(base: string, requestTarget: string): URL {
  if (requestTarget.startsWith('/')) return new URL(base + requestTarget);
  if (!URL.canParse(requestTarget)) return new URL(base);
  const { pathname, search } = new URL(requestTarget);
  return new URL(`${base}${pathname.startsWith('/') ? pathname : ''}${search}`);
}
