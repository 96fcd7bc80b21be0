import { patch, urlProblem } from '@gateproof/simulator/behaviour';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** Lets in URLs that are to be refused. */
const letting = (rule: string, how: string, summary: string, isLetIn: RegExp | ((url: string) => boolean)) =>
  breaking(
    `webhook.registration.${rule}:${how}`,
    summary,
    patch('webhooks', ({ urlProblem: problem }) => ({
      urlProblem: (url) =>
        (typeof isLetIn === 'function' ? isLetIn(url) : isLetIn.test(url)) ? undefined : problem(url),
    })),
  );

/** Refuses URLs that are to be registered. */
const refusing = (how: string, summary: string, isRefused: (url: string, host: string) => boolean) =>
  breaking(
    `webhook.registration.accepted:${how}`,
    summary,
    patch('webhooks', {
      urlProblem: (url) => urlProblem(url) ?? (isRefused(url, new URL(url).hostname) ? 'must be public' : undefined),
    }),
  );

const isHttpsAt = (port: (port: number) => boolean) => (url: string) => {
  const told = /^https:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(url)?.[1];
  return told !== undefined && port(Number(told));
};

const ports: readonly Deviation[] = [
  letting('other-port', 'zero', 'takes port 0 for none', /:0\//),
  letting('other-port', 'no-path', 'looks at the port only where a path follows', /^https:[^/]*\/\/[^/?]*:\d+$/),
  letting('other-port', 'query', 'looks for the port before a slash only', /^https:\/\/[^/?]*:\d+\?/),
  letting('other-port', 'in-path', 'takes URLs with :443 anywhere', (url) => /:443(\/|$)/.test(url)),
  letting('other-port', 'user', 'takes the password for the port', /^https:\/\/[^/@]*:443@/),
  letting('other-port', 'address', 'takes any port at an address', /^https:\/\/\d+\.\d+\.\d+\.\d+:(?!443)\d+/),
  letting(
    'other-port',
    'common',
    'takes 4443 and 10443',
    isHttpsAt((port) => port === 4443 || port === 10_443),
  ),
  letting(
    'other-port',
    'dynamic',
    'takes ports from 49152 up',
    isHttpsAt((port) => port >= 49_152),
  ),
  letting(
    'other-port',
    'remainder',
    'keeps the port in 16 bits',
    isHttpsAt((port) => port === 65_536 + 443),
  ),
  letting(
    'other-port',
    'node',
    'takes 3000 to 5000',
    isHttpsAt((port) => port >= 3_000 && port <= 5_000),
  ),
];

const schemes: readonly Deviation[] = [
  letting('other-scheme', 'prefix', 'takes schemes that begin with https', /^https[a-z+]/i),
  letting('other-scheme', 'ending', 'takes schemes that end with https', /^[a-z+]+https:/i),
  letting('http', 'upper-case', 'refuses http in lower case only', /^HTTP:|^Http:/),
  letting('http', 'address', 'takes http at addresses', /^http:\/\/\d/),
  letting('http-port-443', 'no-path', 'takes http on port 443 where no path follows', /^http:\/\/[^/]*:443$/),
  letting('not-url', 'scheme-only', 'takes https URLs without a host', /^https:\/*(hook)?$/),
  letting('not-url', 'one-slash', 'takes whatever begins with a host', /^[a-z]+(\.[a-z]+)+\/hook$/),
];

const hosts: readonly Deviation[] = [
  letting('localhost', 'port-443', 'compares the host with its port', /\/\/localhost:443\//i),
  letting('localhost', 'below-dot', 'takes names below localhost with a final dot', /\.localhost\.[/:]/i),
  letting('localhost', 'user', 'takes localhost behind a user', /@localhost/i),
  letting('loopback', 'dot', 'takes loopback addresses with a final dot', /\/\/127\.\d+\.\d+\.\d+\.\//),
  letting('loopback', 'one', 'refuses 127.0.0.1 only', /\/\/127\.(?!0\.0\.1)/),
  letting('private', 'port-443', 'compares private addresses with their port', /\/\/(10|192|172)\.[\d.]+:443\//),
  letting('private', '172-2x', 'takes 172.20 to 172.30', /\/\/172\.(2\d|30)\./),
  letting('private', 'user', 'takes private addresses behind a user', /@(10|172|192)\./),
  letting('private', '10-1', 'takes 10.1 and above', /\/\/10\.(?!0\.)/),
  letting('link-local', 'other', 'refuses the metadata address only', /\/\/169\.254\.(?!169\.254)/),
  letting('link-local', 'port-443', 'takes the metadata address with a port', /\/\/169\.254\.169\.254:443/),
  letting('unspecified', 'ipv6', 'takes IPv6 addresses of zeros', /\/\/\[[0:]+\]/),
  letting('ipv6-private', 'port-443', 'takes private IPv6 addresses with a port', /\]:443/),
  letting('ipv6-private', 'upper-case', 'takes unique local addresses in upper case', /\[F[CDE]/),
  letting('ipv6-private', 'fc', 'refuses fd, and not fc', /\[fc/i),
  letting('ipv4-in-ipv6', 'hexadecimal', 'takes mapped addresses in hexadecimal', /ffff:[\da-f]{1,4}:[\da-f]{1,4}\]/i),
  letting('ipv4-in-ipv6', 'private', 'takes mapped private addresses', /ffff:(10|172|192)\./i),
  letting('odd-spelling', 'hexadecimal', 'takes hexadecimal addresses', /\/\/0x/i),
  letting('odd-spelling', 'octal', 'takes octal addresses', /\/\/0[0-7]/),
  letting('odd-spelling', 'octal-whole', 'takes addresses as one octal number', /\/\/0[0-7]{9,}\//),
  letting('odd-spelling', 'short', 'takes shortened addresses', /\/\/(127|10)(\.\d+){1,2}\//),
];

const refusals: readonly Deviation[] = [
  refusing('upper-case', 'refuses names in upper case', (url) => /^https:\/\/[^/]*[A-Z]/.test(url)),
  refusing('long-ending', 'takes endings of two to four letters only', (_url, host) => !/\.[a-z]{2,4}$/.test(host)),
  refusing('172', 'takes names for addresses of 172.16/12', (_url, host) => /^172\.(1[6-9]|2\d|3[01])\./.test(host)),
  refusing('169', 'takes names for link-local addresses', (_url, host) => host.startsWith('169.254.')),
  refusing('zero', 'refuses names that begin with 0', (_url, host) => host.startsWith('0.')),
  refusing('fe80', 'takes names for link-local IPv6 addresses', (_url, host) => host.startsWith('fe80')),
  refusing('path-localhost', 'looks for localhost anywhere', (url) => url.includes('localhost')),
  refusing('path-address', 'looks for private addresses anywhere', (url) => /10\.0\.0\.1|169\.254\.169\.254/.test(url)),
  refusing('digits', 'refuses names with digits or hyphens', (_url, host) => /[\d-]/.test(host)),
  refusing('query', 'refuses more than one parameter', (url) => url.includes('&')),
  refusing('labels', 'refuses names of more than four labels', (_url, host) => host.split('.').length > 4),
  refusing('no-path', 'refuses URLs without a path', (url) => /^https:\/\/[^/]+$/.test(url)),
  refusing('colon', 'refuses a colon behind the host', (url) => /^https:\/\/[^/]+\/.*:/.test(url)),
];

/** Ways to get wrong, for some URLs only, which of them may be registered. */
export const addressCorners: readonly Deviation[] = [...ports, ...schemes, ...hosts, ...refusals];
