import { besideContainers, type ReachableAt, type TargetOptions } from '@gateproof/harness';
import type { CliContext } from '../cli-context.ts';
import { readPem } from '../read-pem.ts';
import { UsageError } from '../usage-error.ts';
import { assertBaseUrl } from '../web-url.ts';
import type { Profile } from './profile.ts';
import { readSecret } from './read-secret.ts';

/** The key of the default account: of the profile, or of the environment. Undefined where a testbed makes one. */
export function keyOf({ key, testbed }: Profile, env: CliContext['env']): string | undefined {
  if (key !== undefined) return readSecret(key, env);
  if (env.GATEPROOF_KEY !== undefined) return env.GATEPROOF_KEY;
  if (testbed === undefined) throw new UsageError('the profile names neither a key nor a testbed that could make one');
  return undefined;
}

/** URL and token of a profile's testbed. A path is taken from the gateway's first URL on, which a container has only once it is started. */
export function testbedOf({ testbed, url }: Profile, env: CliContext['env']) {
  if (testbed === undefined) return { testbedUrl: undefined, testbedToken: undefined };
  const [baseUrl] = baseUrlsOf(url ?? []);
  const isPath = testbed.url.startsWith('/') && baseUrl !== undefined;
  if (!testbed.url.startsWith('/')) assertBaseUrl(testbed.url, "the testbed's URL", 'http://127.0.0.1:9000/testbed');
  return {
    testbedUrl: isPath ? baseUrl + testbed.url : testbed.url,
    testbedToken: testbed.token_env === undefined ? undefined : readSecret({ env: testbed.token_env }, env),
  };
}

/** Where the target finds what is opened on this machine. */
export function reachableAtOf({ reachable_at: given, container }: Profile): ReachableAt {
  const standard = container === undefined ? { host: '127.0.0.1', bind: '127.0.0.1' } : besideContainers();
  return { ...standard, ...given };
}

/** The base URLs of one gateway's replicas. Throws `UsageError` as `baseUrlOf`, and for one that comes twice. */
export function baseUrlsOf(urls: string | readonly string[]): readonly string[] {
  const all = [urls].flat().map(baseUrlOf);
  const twice = all.find((url, place) => all.indexOf(url) !== place);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice; give each replica's own base URL once`);
  return all;
}

/**
 * The base URL without a slash at its end, without `/v1` and without a route behind it. Throws `UsageError` for what is no http or https URL, has credentials in
 * it or more than a path.
 */
export function baseUrlOf(url: string): string {
  assertBaseUrl(url, "the gateway's URL", 'https://gateway.example');
  return url.replace(/\/+$/, '').replace(/\/+v1(\/(chat\/completions|models))?$/, '');
}

/** The PEM files of a profile, read. */
export function tlsOf({ tls = {} }: Profile): TargetOptions['tls'] {
  return {
    ...(tls.ca === undefined ? {} : { ca: readPem(tls.ca) }),
    ...(tls.client_certificate === undefined ? {} : { clientCertificate: readPem(tls.client_certificate) }),
    ...(tls.client_key === undefined ? {} : { clientKey: readPem(tls.client_key) }),
  };
}
