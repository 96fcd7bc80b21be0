import type { RouteName } from '@gateproof/simulator/behaviour';

const routes: readonly (readonly [RouteName, string, RegExp])[] = [
  ['chat', 'POST', /^\/v1\/chat\/completions$/],
  ['image', 'POST', /^\/v1\/images\/generations$/],
  ['transcription', 'POST', /^\/v1\/audio\/transcriptions$/],
  ['job-get', 'GET', /^\/v1\/jobs\/[^/]+$/],
  ['job-cancel', 'POST', /^\/v1\/jobs\/[^/]+\/cancel$/],
  ['model-list', 'GET', /^\/v1\/models$/],
  ['model-get', 'GET', /^\/v1\/models\/.+$/],
];

/** The route of the contract that a request is meant for; undefined for anything else. */
export function routeOfPath(method: string, path: string): RouteName | undefined {
  const [bare = ''] = path.split('?', 1);
  return routes.find(([, wanted, pattern]) => wanted === method && pattern.test(bare))?.[0];
}
