import { patch } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { inWebhooks } from '../../operators/deliveries.ts';
import { acceptUrls, refuseUrls } from '../../operators/registration.ts';
import { rows } from '../../rows.ts';

/** Wrong schemes and ports, and what is no URL. */
export const webhookUrls = rows({
  'webhook.registration.http': acceptUrls('http', /^http:\/\/hooks\.example\.com(:80)?\//i),
  'webhook.registration.http:upper-case': acceptUrls('http in upper case', /^HTTP:|^Http:/),
  'webhook.registration.http:address': acceptUrls('http at addresses', /^http:\/\/\d/),
  'webhook.registration.http-port-443': acceptUrls('http on port 443', /^http:.*:443\//),
  'webhook.registration.http-port-443:no-path': acceptUrls('http on 443 without a path', /^http:\/\/[^/]*:443$/),
  'webhook.registration.other-scheme': acceptUrls('any scheme but http', /^(?!https?:)[a-z]+:/i),
  'webhook.registration.other-scheme:prefix': acceptUrls('schemes that begin with https', /^https[a-z+]/i),
  'webhook.registration.other-scheme:ending': acceptUrls('schemes that end with https', /^[a-z+]+https:/i),
  'webhook.registration.not-url': acceptUrls('what is no URL', (url) => !URL.canParse(url)),
  'webhook.registration.not-url:scheme-only': acceptUrls('https without a host', /^https:\/*(hook)?$/),
  'webhook.registration.not-url:one-slash': acceptUrls('hosts with a path', /^[a-z]+(\.[a-z]+)+\/hook$/),
  'webhook.registration.other-port': acceptUrls('port 8443', /:8443\//),
  'webhook.registration.other-port:442': acceptUrls('ports 442, 8080 and 3000', /:(442|8080|3000)\//),
  'webhook.registration.other-port:zero': acceptUrls('port 0', /:0\//),
  'webhook.registration.other-port:no-path': acceptUrls('ports without a path', /^https:[^/]*\/\/[^/?]*:\d+$/),
  'webhook.registration.other-port:query': acceptUrls('ports before a query', /^https:\/\/[^/?]*:\d+\?/),
  'webhook.registration.other-port:in-path': acceptUrls('URLs with :443 anywhere', /:443(\/|$)/),
  'webhook.registration.other-port:user': acceptUrls('the password for the port', /^https:\/\/[^/@]*:443@/),
  'webhook.registration.other-port:address': acceptUrls(
    'any port at an address',
    /^https:\/\/\d+(\.\d+){3}:(?!443)\d+/,
  ),
  'webhook.registration.other-port:common': acceptUrls(
    'ports 4443 and 10443',
    port((port) => port === 4_443 || port === 10_443),
  ),
  'webhook.registration.other-port:dynamic': acceptUrls(
    'ports from 49152',
    port((port) => port >= 49_152),
  ),
  'webhook.registration.other-port:remainder': acceptUrls('443 beyond 16 bits', /^https:\/\/[^/?#]*:65979([/?#]|$)/i),
  'webhook.registration.other-port:node': acceptUrls(
    'ports 3000 to 5000',
    port((port) => port >= 3_000 && port <= 5_000),
  ),
});

/** Hosts that are not public. */
export const webhookHosts = rows({
  'webhook.registration.localhost': acceptUrls('localhost', /localhost/i),
  'webhook.registration.localhost:port-443': acceptUrls('localhost with a port', /\/\/localhost:443\//i),
  'webhook.registration.localhost:below-dot': acceptUrls('names below localhost with a dot', /\.localhost\.[/:]/i),
  'webhook.registration.localhost:user': acceptUrls('localhost behind a user', /@localhost/i),
  'webhook.registration.loopback': acceptUrls('loopback addresses', /\/\/127\.\d+\.\d+\.\d+\//),
  'webhook.registration.loopback:dot': acceptUrls('loopback with a final dot', /\/\/127\.\d+\.\d+\.\d+\.\//),
  'webhook.registration.loopback:one': acceptUrls('loopback but 127.0.0.1', /\/\/127\.(?!0\.0\.1)/),
  'webhook.registration.loopback:port-443': acceptUrls('loopback with a port', /\/\/127\.0\.0\.1:443/),
  'webhook.registration.loopback:user': acceptUrls('loopback behind a user', /@127\./),
  'webhook.registration.private': acceptUrls('172.16/12', /\/\/172\./),
  'webhook.registration.private:port-443': acceptUrls('private with a port', /\/\/(10|192|172)\.[\d.]+:443\//),
  'webhook.registration.private:172-2x': acceptUrls('172.20 to 172.30', /\/\/172\.(2\d|30)\./),
  'webhook.registration.private:user': acceptUrls('private addresses behind a user', /@(10|172|192)\./),
  'webhook.registration.private:10-1': acceptUrls('10.1 and above', /\/\/10\.(?!0\.)/),
  'webhook.registration.link-local': acceptUrls('the metadata address', /169\.254\.169\.254/),
  'webhook.registration.link-local:other': acceptUrls('other link-local ones', /\/\/169\.254\.(?!169\.254)/),
  'webhook.registration.link-local:port-443': acceptUrls('metadata with a port', /\/\/169\.254\.169\.254:443/),
  'webhook.registration.unspecified': acceptUrls('0.0.0.0', /\/\/0\.0\.0\.0/),
  'webhook.registration.unspecified:ipv6': acceptUrls('IPv6 addresses of zeros', /\/\/\[[0:]+\]/),
  'webhook.registration.ipv6-private': acceptUrls('unique local addresses', /\[fc00|\[fd/),
  'webhook.registration.ipv6-private:port-443': acceptUrls('private IPv6 with a port', /\]:443/),
  'webhook.registration.ipv6-private:upper-case': acceptUrls('unique local in upper case', /\[F[CDE]/),
  'webhook.registration.ipv6-private:fc': acceptUrls('fc, and not fd', /\[fc/i),
  'webhook.registration.ipv6-private:fe9': acceptUrls('fe90 to febf', /\[fe[9ab]/i),
  'webhook.registration.ipv6-private:long': acceptUrls('loopback IPv6 written out', /\[0+:/),
  'webhook.registration.ipv6-private:ends-public': acceptUrls(
    'private IPv6 that ends as public',
    /\[f[de][^\]]*:5db8:d822\]/,
  ),
  'webhook.registration.ipv4-in-ipv6': acceptUrls('mapped addresses', /ffff:/),
  'webhook.registration.ipv4-in-ipv6:hexadecimal': acceptUrls(
    'hexadecimal mapped ones',
    /ffff:[\da-f]{1,4}:[\da-f]{1,4}\]/i,
  ),
  'webhook.registration.ipv4-in-ipv6:long': acceptUrls('mapped addresses written out', /\[0:0:0:0:0:ffff/i),
  'webhook.registration.ipv4-in-ipv6:private': acceptUrls('mapped private addresses', /ffff:(10|172|192)\./i),
  'webhook.registration.odd-spelling': acceptUrls('decimal addresses', /\/\/\d{6,}\//),
  'webhook.registration.odd-spelling:hexadecimal': acceptUrls('hexadecimal addresses', /\/\/0x/i),
  'webhook.registration.odd-spelling:octal': acceptUrls('octal addresses', /\/\/0[0-7]/),
  'webhook.registration.odd-spelling:octal-whole': acceptUrls('one octal number', /\/\/0[0-7]{9,}\//),
  'webhook.registration.odd-spelling:short': acceptUrls('shortened addresses', /\/\/(127|10)(\.\d+){1,2}\//),
});

/** URLs that are good, and what a refusal or a removal leaves behind. */
export const webhookGoodUrls = rows({
  'webhook.registration.port-443': refuseUrls('any port', /:443\//),
  'webhook.registration.accepted': refuseUrls('queries', /\?x=1/),
  'webhook.registration.accepted:upper-case': refuseUrls('names in upper case', /^https:\/\/[^/]*[A-Z]/),
  'webhook.registration.accepted:long-ending': refuseUrls('endings of five letters', host(/\.(?![a-z]{2,4}$)[^.]*$/)),
  'webhook.registration.accepted:ten': refuseUrls('names that begin with 10', host(/^10\./)),
  'webhook.registration.accepted:172': refuseUrls('names like 172.16/12', host(/^172\.(1[6-9]|2\d|3[01])\./)),
  'webhook.registration.accepted:169': refuseUrls('names that begin with 169.254', host(/^169\.254\./)),
  'webhook.registration.accepted:zero': refuseUrls('names that begin with 0', host(/^0\./)),
  'webhook.registration.accepted:loopback': refuseUrls(
    'names that begin like this machine',
    host(/^(127\.|localhost)/),
  ),
  'webhook.registration.accepted:fd': refuseUrls('names that begin with fc or fd', host(/^f[cd]/)),
  'webhook.registration.accepted:fe80': refuseUrls('names that begin with fe80', host(/^fe80/)),
  'webhook.registration.accepted:path': refuseUrls('8443 behind a colon anywhere', /:8443/),
  'webhook.registration.accepted:path-localhost': refuseUrls('localhost anywhere', /localhost/),
  'webhook.registration.accepted:path-address': refuseUrls(
    'private addresses anywhere',
    /10\.0\.0\.1|169\.254\.169\.254/,
  ),
  'webhook.registration.accepted:digits': refuseUrls('names with digits or hyphens', host(/[\d-]/)),
  'webhook.registration.accepted:query': refuseUrls('more than one parameter', /&/),
  'webhook.registration.accepted:labels': refuseUrls('names of more than four labels', host(/^([^.]+\.){4}/)),
  'webhook.registration.accepted:no-path': refuseUrls('URLs without a path', /^https:\/\/[^/]+$/),
  'webhook.registration.accepted:colon': refuseUrls('a colon behind the host', /^https:\/\/[^/]+\/.*:/),
  'webhook.registration.accepted:removed': change('refuses a URL whose endpoint was removed', (behaviour) => {
    const gone = new Set<string>();
    const forgetting = patch('webhooks', ({ remove }) => ({
      remove(endpoint, account) {
        gone.add(endpoint.url);
        remove(endpoint, account);
      },
    }));
    return refuseUrls('', (url) => gone.has(url)).apply(forgetting(behaviour));
  }),
  'webhook.registration.refused-gets-nothing': inWebhooks('adds an endpoint that it refuses', ({ urlProblem }) => ({
    urlProblem(url, endpoint, account) {
      const problem = urlProblem(url, endpoint, account);
      if (problem !== undefined) account.webhooks.set(endpoint.id, endpoint);
      return problem;
    },
  })),
});

function host(pattern: RegExp): (url: string) => boolean {
  return (url) => pattern.test(new URL(url).hostname);
}

function port(holds: (port: number) => boolean): (url: string) => boolean {
  return (url) => URL.canParse(url) && url.startsWith('https:') && holds(Number(new URL(url).port));
}
