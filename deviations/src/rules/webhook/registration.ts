import {
  type Account,
  type DeliveryOf,
  type DeliveryRecord,
  isFinal,
  type Job,
  type JobFinished,
  type WebhookEndpoint,
} from '@gateproof/simulator/behaviour';
import { type Change, deny, each, remembering, rows, watch } from '../../change.ts';
import { acceptUrls, refuseUrls, sendTo, withholdJobs, withholdWhere } from '../../operators/endpoints.ts';
import { announce, inMessages } from '../../operators/events.ts';
import { jobsOf, keysOf } from '../../requests/seen.ts';
import { about, aboutDiscarded, endpointsOf, retries } from '../../scopes/deliveries.ts';
import { othersHere, recordsOf } from '../../scopes/delivery-log.ts';
import { submissions } from '../../scopes/requests.ts';

const host = (pattern: RegExp) => (url: string) => pattern.test(new URL(url).hostname);
const acceptPorts = (words: string, holds: (port: number) => boolean): Change =>
  acceptUrls(words, (url) => URL.canParse(url) && url.startsWith('https:') && holds(Number(new URL(url).port)));

/** Wrong schemes and ports, and what is no URL. */
export const webhookUrls = rows('webhook.registration', {
  http: acceptUrls('http', /^http:\/\/hooks\.example\.com(:80)?\//i),
  'http:upper-case': acceptUrls('http in upper case', /^HTTP:|^Http:/),
  'http:address': acceptUrls('http at addresses', /^http:\/\/\d/),
  'http-port-443': acceptUrls('http on port 443', /^http:.*:443\//),
  'http-port-443:no-path': acceptUrls('http on 443 without a path', /^http:\/\/[^/]*:443$/),
  'other-scheme': acceptUrls('any scheme but http', /^(?!https?:)[a-z]+:/i),
  'other-scheme:prefix': acceptUrls('schemes that begin with https', /^https[a-z+]/i),
  'other-scheme:ending': acceptUrls('schemes that end with https', /^[a-z+]+https:/i),
  'not-url': acceptUrls('what is no URL', (url) => !URL.canParse(url)),
  'not-url:scheme-only': acceptUrls('https without a host', /^https:\/*(hook)?$/),
  'not-url:one-slash': acceptUrls('hosts with a path', /^[a-z]+(\.[a-z]+)+\/hook$/),
  'other-port': acceptUrls('port 8443', /:8443\//),
  'other-port:442': acceptUrls('ports 442, 8080 and 3000', /:(442|8080|3000)\//),
  'other-port:zero': acceptUrls('port 0', /:0\//),
  'other-port:no-path': acceptUrls('ports without a path', /^https:[^/]*\/\/[^/?]*:\d+$/),
  'other-port:query': acceptUrls('ports before a query', /^https:\/\/[^/?]*:\d+\?/),
  'other-port:in-path': acceptUrls('URLs with :443 anywhere', /:443(\/|$)/),
  'other-port:user': acceptUrls('the password for the port', /^https:\/\/[^/@]*:443@/),
  'other-port:address': acceptUrls('any port at an address', /^https:\/\/\d+(\.\d+){3}:(?!443)\d+/),
  'other-port:common': acceptPorts('ports 4443 and 10443', (port) => port === 4_443 || port === 10_443),
  'other-port:dynamic': acceptPorts('ports from 49152', (port) => port >= 49_152),
  'other-port:remainder': acceptUrls('443 beyond 16 bits', /^https:\/\/[^/?#]*:65979([/?#]|$)/i),
  'other-port:node': acceptPorts('ports 3000 to 5000', (port) => port >= 3_000 && port <= 5_000),
  // Hosts that are not public.
  localhost: acceptUrls('localhost', /localhost/i),
  'localhost:port-443': acceptUrls('localhost with a port', /\/\/localhost:443\//i),
  'localhost:below-dot': acceptUrls('names below localhost with a dot', /\.localhost\.[/:]/i),
  'localhost:user': acceptUrls('localhost behind a user', /@localhost/i),
  loopback: acceptUrls('loopback addresses', /\/\/127\.\d+\.\d+\.\d+\//),
  'loopback:dot': acceptUrls('loopback with a final dot', /\/\/127\.\d+\.\d+\.\d+\.\//),
  'loopback:one': acceptUrls('loopback but 127.0.0.1', /\/\/127\.(?!0\.0\.1)/),
  'loopback:port-443': acceptUrls('loopback with a port', /\/\/127\.0\.0\.1:443/),
  'loopback:user': acceptUrls('loopback behind a user', /@127\./),
  private: acceptUrls('172.16/12', /\/\/172\./),
  'private:port-443': acceptUrls('private with a port', /\/\/(10|192|172)\.[\d.]+:443\//),
  'private:172-2x': acceptUrls('172.20 to 172.30', /\/\/172\.(2\d|30)\./),
  'private:user': acceptUrls('private addresses behind a user', /@(10|172|192)\./),
  'private:10-1': acceptUrls('10.1 and above', /\/\/10\.(?!0\.)/),
  'link-local': acceptUrls('the metadata address', /169\.254\.169\.254/),
  'link-local:other': acceptUrls('other link-local ones', /\/\/169\.254\.(?!169\.254)/),
  'link-local:port-443': acceptUrls('metadata with a port', /\/\/169\.254\.169\.254:443/),
  unspecified: acceptUrls('0.0.0.0', /\/\/0\.0\.0\.0/),
  'unspecified:ipv6': acceptUrls('IPv6 addresses of zeros', /\/\/\[[0:]+\]/),
  'ipv6-private': acceptUrls('unique local addresses', /\[fc00|\[fd/),
  'ipv6-private:port-443': acceptUrls('private IPv6 with a port', /\]:443/),
  'ipv6-private:upper-case': acceptUrls('unique local in upper case', /\[F[CDE]/),
  'ipv6-private:fc': acceptUrls('fc, and not fd', /\[fc/i),
  'ipv6-private:fe9': acceptUrls('fe90 to febf', /\[fe[9ab]/i),
  'ipv6-private:long': acceptUrls('loopback IPv6 written out', /\[0+:/),
  'ipv6-private:ends-public': acceptUrls('private IPv6 that ends as public', /\[f[de][^\]]*:5db8:d822\]/),
  'ipv4-in-ipv6': acceptUrls('mapped addresses', /ffff:/),
  'ipv4-in-ipv6:hexadecimal': acceptUrls('hexadecimal mapped ones', /ffff:[\da-f]{1,4}:[\da-f]{1,4}\]/i),
  'ipv4-in-ipv6:long': acceptUrls('mapped addresses written out', /\[0:0:0:0:0:ffff/i),
  'ipv4-in-ipv6:private': acceptUrls('mapped private addresses', /ffff:(10|172|192)\./i),
  'odd-spelling': acceptUrls('decimal addresses', /\/\/\d{6,}\//),
  'odd-spelling:hexadecimal': acceptUrls('hexadecimal addresses', /\/\/0x/i),
  'odd-spelling:octal': acceptUrls('octal addresses', /\/\/0[0-7]/),
  'odd-spelling:octal-whole': acceptUrls('one octal number', /\/\/0[0-7]{9,}\//),
  'odd-spelling:short': acceptUrls('shortened addresses', /\/\/(127|10)(\.\d+){1,2}\//),
  // URLs that are good, and what a refusal or a removal leaves behind.
  'port-443': refuseUrls('any port', /:443\//),
  accepted: refuseUrls('queries', /\?x=1/),
  'accepted:upper-case': refuseUrls('names in upper case', /^https:\/\/[^/]*[A-Z]/),
  'accepted:long-ending': refuseUrls('endings of five letters', host(/\.(?![a-z]{2,4}$)[^.]*$/)),
  'accepted:ten': refuseUrls('names that begin with 10', host(/^10\./)),
  'accepted:172': refuseUrls('names like 172.16/12', host(/^172\.(1[6-9]|2\d|3[01])\./)),
  'accepted:169': refuseUrls('names that begin with 169.254', host(/^169\.254\./)),
  'accepted:zero': refuseUrls('names that begin with 0', host(/^0\./)),
  'accepted:loopback': refuseUrls('names that begin like this machine', host(/^(127\.|localhost)/)),
  'accepted:fd': refuseUrls('names that begin with fc or fd', host(/^f[cd]/)),
  'accepted:fe80': refuseUrls('names that begin with fe80', host(/^fe80/)),
  'accepted:path': refuseUrls('8443 behind a colon anywhere', /:8443/),
  'accepted:path-localhost': refuseUrls('localhost anywhere', /localhost/),
  'accepted:path-address': refuseUrls('private addresses anywhere', /10\.0\.0\.1|169\.254\.169\.254/),
  'accepted:digits': refuseUrls('names with digits or hyphens', host(/[\d-]/)),
  'accepted:query': refuseUrls('more than one parameter', /&/),
  'accepted:labels': refuseUrls('names of more than four labels', host(/^([^.]+\.){4}/)),
  'accepted:no-path': refuseUrls('URLs without a path', /^https:\/\/[^/]+$/),
  'accepted:colon': refuseUrls('a colon behind the host', /^https:\/\/[^/]+\/.*:/),
  'accepted:removed': remembering((gone = new Set<string>()) => [
    watch('webhooks.remove', '', (_removed, { url }) => gone.add(url)),
    refuseUrls('URLs whose endpoint was removed', (url) => gone.has(url)),
  ]),
  'refused-gets-nothing': watch(
    'webhooks.urlProblem',
    'adds endpoints that it refuses',
    (wrong, _url, own, account) => {
      if (wrong !== undefined) account.webhooks.set(own.id, own);
    },
  ),
});

const records = ({ finished }: DeliveryOf) => recordsOf(finished.account);
const firstOnly = (own: readonly WebhookEndpoint[]) => own.slice(0, 1);
const everyAccount = (_own: unknown, _finished: unknown, all: Iterable<Account>) => [...all].flatMap(endpointsOf);
const isLaterJob = ({ account, job }: JobFinished): boolean => jobsOf(account)[0] !== job;
const withoutQuery = ({ url }: { readonly url: string }) => ({ url: url.replace(/\?.*$/, '') });
const isOfLaterKey = ({ account, job }: JobFinished): boolean => keysOf(account)[0] !== job.key;
const isLateSuccess = ({ state, attempts }: DeliveryRecord): boolean => state === 'delivered' && attempts.length > 1;

/** Who receives the events of a job. */
export const webhookRecipients = rows('webhook.recipient', {
  'other-account': sendTo('every account', everyAccount),
  'other-account:without-endpoint': sendTo('every account where its own has no endpoint', (own, finished, all) =>
    own.length > 0 ? own : everyAccount(own, finished, all),
  ),
  'every-endpoint': sendTo('the first endpoint', firstOnly),
  ...each('other-account:*', ['failed', 'canceled'], (state) => sendTo('every account', everyAccount, about(state))),
  ...each('every-endpoint:*', ['failed', 'canceled'], (state) => sendTo('the first endpoint', firstOnly, about(state))),
  'every-endpoint:discarded': sendTo('the first endpoint', firstOnly, aboutDiscarded),
  'every-endpoint:two': sendTo('two endpoints at most', (own) => own.slice(0, 2)),
  'every-endpoint:removal': remembering((accounts = new WeakSet<Account>()) => [
    watch('webhooks.remove', '', (_removed, _endpoint, account) => accounts.add(account)),
    withholdWhere('after an endpoint was removed', ({ finished }) => accounts.has(finished.account)),
  ]),
  'every-job': withholdWhere('after the first job', ({ finished }) => isLaterJob(finished)),
  'every-job:retry-of': withholdJobs('jobs that retry others', ({ retryOf }) => retryOf !== undefined),
  'every-job:fallback': withholdJobs('jobs that another model served', (job) => job.model !== job.requestedModel),
  'every-job:zdr': withholdJobs('zdr jobs', ({ isZdr }) => isZdr),
  'every-job:broke': withholdWhere('of accounts without credit', ({ finished }) => finished.account.creditUsd <= 0),
  'every-job:sixth': withholdWhere('past five jobs', (of) => othersHere(of).length >= 5),
  'every-job:failed-second': withholdWhere('about failed jobs after the first', ({ finished }) => {
    const isOther = ({ type, jobId }: DeliveryRecord) => type === 'job.failed' && jobId !== finished.job.id;
    return finished.type === 'job.failed' && recordsOf(finished.account).some(isOther);
  }),
  'every-key': withholdWhere('for jobs of later keys', ({ finished }) => isOfLaterKey(finished)),
  'every-key:unsuccessful': withholdWhere('for failed and canceled jobs of later keys', ({ finished }) => {
    return finished.type !== 'job.succeeded' && isOfLaterKey(finished);
  }),
  'every-key:capped': withholdJobs('jobs of capped keys', ({ key }) => key.restrictions.monthlyCapUsd !== undefined),
  'every-key:deleted': withholdJobs('jobs of deleted keys', ({ key }) => key.deleted),
  independent: sendTo('the endpoint that was added first', firstOnly),
  'independent:beside-failing': withholdWhere('beside an endpoint that fails', (of) =>
    records(of).some(
      ({ endpointId, state, attempts }) => endpointId !== of.endpoint.id && state === 'pending' && attempts.length > 0,
    ),
  ),
  'independent:acknowledged-retry': deny('webhooks.isRetried', 'stops once another retry succeeds', (_status, of) =>
    records(of).some((record) => record.jobId === of.finished.job.id && isLateSuccess(record)),
  ),
  'registered-url': inMessages('without the query of the URL', withoutQuery),
  'registered-url:retry': inMessages('without the query of the URL', withoutQuery, retries),
  'registered-url:double-slash': inMessages('with one slash for two in the path', ({ url }) => {
    return { url: url.replaceAll(/([^:])\/\/+/g, '$1/') };
  }),
  'next-event': withholdWhere('after an unacknowledged one at the endpoint', (of) =>
    othersHere(of).some(({ state, attempts }) => state !== 'delivered' && attempts.length > 0),
  ),
  'next-event:no-answer': withholdWhere('after a silent answer at the endpoint', (of) =>
    othersHere(of).some(({ attempts }) => attempts.some(({ status }) => status === null)),
  ),
});

const endedUnheard = (account: Account): Job | undefined =>
  jobsOf(account).find((job) => isFinal(job.stage.state) && recordsOf(account).every(({ jobId }) => jobId !== job.id));

/** Endpoints that are added late. */
export const webhookLateEndpoints = rows('webhook.endpoint', {
  'added-while-running': remembering((before = new Map<string, readonly Job[]>()) => [
    watch('webhooks.urlProblem', '', (_wrong, _url, { id }, account) => before.set(id, jobsOf(account))),
    withholdWhere('about jobs that were submitted before the endpoint was added', ({ finished, endpoint }) => {
      return before.get(endpoint.id)?.includes(finished.job) === true;
    }),
  ]),
  'added-after': announce('about a job that ended before there was an endpoint', (request) => {
    const { account } = request;
    return account !== undefined && submissions.covers(request) && account.webhooks.size > 0
      ? endedUnheard(account)
      : undefined;
  }),
});
