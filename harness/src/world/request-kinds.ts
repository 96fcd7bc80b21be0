import type { UpstreamScript } from '@gateproof/upstreams';
import { isObject, readJson } from '../exchange/json.ts';
import { faultMark } from '../run/silent-kinds.ts';
import type { RequestOptions } from './world.ts';

/** Larger bodies are not read to see what they are. */
const mostReadBytes = 65_536;

/**
 * What a request has in common with those that a target ought to treat alike, in words and the most general first: its method and route; whether it
 * asks for a stream, or has a body that can't be read; the faults that the endpoints of its case have been given.
 */
export function requestKinds(
  { method = 'GET', path, body, rawBody }: RequestOptions,
  scripts: Iterable<UpstreamScript>,
): readonly string[] {
  const given = rawBody === undefined ? { ok: true, value: body } : readingOf(rawBody);
  const isStream = given.ok && isObject(given.value) && given.value.stream === true;
  const trait = given.ok ? (isStream ? ' that asks for a stream' : '') : ' with a body that is no JSON';
  const faults = [...new Set(faultsOf(scripts))].sort();
  const toWhom = faults.length === 0 ? '' : `${faultMark} ${faults.join(' and ')}`;
  const route = `${method} ${routeOf(path)}`;
  return [...new Set([route, `${route}${trait}`, `${route}${trait}${toWhom}`])];
}

function readingOf(rawBody: Uint8Array | string): { readonly ok: boolean; readonly value?: unknown } {
  const bytes = typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  if (bytes.length === 0 || bytes.length > mostReadBytes) return { ok: true };
  return readJson(bytes);
}

function faultsOf(scripts: Iterable<UpstreamScript>): readonly string[] {
  return [...scripts].flatMap(({ turns }) => turns.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
}

function routeOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/, 1);
  return plain.replace(/^(\/v1\/jobs\/)[^/]+/, '$1{id}').replace(/^(\/v1\/models\/).+/, '$1{id}');
}
