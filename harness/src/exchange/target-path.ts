import { contractRoutes, type RouteName } from './route-of.ts';

/**
 * Where the routes of a target lie below its base URL, for those that lie elsewhere than the contract says: a path with `{id}` or `{model}` in the place
 * of what differs from request to request, or a path for each of some models.
 */
export type DescribedRoutes = Readonly<Partial<Record<RouteName, string | Readonly<Record<string, string>>>>>;

/** The path of the target for a path of the contract; the same where nothing is described. `model`: the one that the request is about, where one is known. */
export function targetPath(routes: DescribedRoutes, path: string, model = ''): string {
  const [, plain = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? [];
  for (const [name, , pattern] of contractRoutes) {
    const [found, id = ''] = pattern.exec(plain) ?? [];
    const described = found === undefined ? undefined : routes[name];
    const template = typeof described === 'object' ? described[model] : described;
    if (template === undefined) continue;
    const filled = template.replace('{id}', () => id).replace('{model}', () => encodeURIComponent(model));
    return filled.includes('?') ? filled + query.replace('?', '&') : filled + query;
  }
  return path;
}
