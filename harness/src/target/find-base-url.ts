import { isObject } from '../exchange/json.ts';
import { jsonOf } from '../exchange/json-of.ts';
import type { World } from '../world/world.ts';

/** Paths that servers of the common chat API are often found below. */
const usualPaths: readonly string[] = ['', '/api', '/openai', '/api/openai', '/gateway'];

/** A base URL of the same server at which a model list, or the refusal of one, is answered in JSON; undefined when none is found. Sends no key. */
export async function findBaseUrl(world: World): Promise<string | undefined> {
  const others = neighbours(world.baseUrl);
  const lists = await Promise.all(others.map((base) => world.download(`${base}/v1/models`)));
  const found = lists.findIndex((list) => {
    const { status = 0 } = list.response ?? {};
    const reading = jsonOf(list);
    return (status === 200 || status === 401 || status === 403) && reading.ok && isObject(reading.value);
  });
  return others[found];
}

/** The paths above the base URL, and the usual ones. */
function neighbours(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const parts = pathname.split('/').filter((part) => part !== '');
  const above = parts.map((_part, count) =>
    parts
      .slice(0, count)
      .map((part) => `/${part}`)
      .join(''),
  );
  const bases = [...usualPaths, ...above].map((path) => origin + path);
  return [...new Set(bases)].filter((base) => base !== baseUrl);
}
