import {
  type Account,
  caution,
  controlThat,
  defineCheck,
  expectThat,
  NotArranged,
  type Registration,
  refusalReason,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { firstAttempt } from '../../support/webhooks.ts';

/** A public https URL with nothing to be said against it. */
const plainUrl = 'https://hooks.example.com';

/** Stands for the URL of an endpoint that was registered and removed. */
const again = 'a URL that was registered before';

async function expectAgain(world: World, account: Account): Promise<void> {
  const webhook = await account.webhook();
  await webhook.remove();
  const registration = await account.registerWebhook(webhook.url, { toUs: true });
  expectThat(world, registration.accepted, {
    expected: 'the URL of an endpoint that was removed to be registered again',
    observed: described(registration),
  });
  await account.key.models();
}

/** URLs of ours that are to be registered; connections to them would come to our receiver. */
function accepted(rule: string, urls: readonly string[]) {
  return defineCheck({
    rule,
    ...every(...urls),
    async decide(world, url) {
      const account = await world.account();
      await account.key.models();
      if (url === again) return expectAgain(world, account);
      const refused = await account.registerWebhook('http://hooks.example.com/plain', { toUs: true });
      controlThat(!refused.accepted, 'an http URL is registered too', 'webhook.registration.http');
      const registration = await account.registerWebhook(url, { toUs: true });
      if (!registration.accepted) await controlOpenToAll(account);
      expectThat(world, registration.accepted, {
        expected: `${url} to be registered`,
        observed: described(registration),
      });
    },
  });
}

/** `NotArranged` where the target refuses even the plainest public URL for a reason of its own (freedom F149). */
async function controlOpenToAll(account: Account): Promise<void> {
  const why = refusalReason(await account.registerWebhook(`${plainUrl}/in`, { toUs: true }));
  if (why !== undefined) throw new NotArranged(`the target registers URLs of its own choice alone: ${why}`);
}

function described(registration: Registration): string {
  if (registration.accepted) return 'registered';
  const why = refusalReason(registration);
  return `refused with ${registration.status}${why === undefined ? ', without a reason' : `: ${why}`}`;
}

/**
 * URLs that are to be refused, beside the control: a good URL is registered. Only warned about is what some take for public, being neither
 * private nor loopback nor link-local (freedom F102).
 */
function refused(rule: string, urls: readonly string[], arguable: readonly string[] = []) {
  return defineCheck({
    rule,
    ...every(...urls, ...arguable),
    async decide(world, url) {
      const account = await world.account();
      await account.webhook();
      const registration = await account.registerWebhook(url);
      const finding = { expected: `${url} to be refused`, observed: 'registered' };
      await account.key.models();
      if (registration.accepted && arguable.includes(url)) caution(world, finding);
      expectThat(world, !registration.accepted, finding);
    },
  });
}

/** Whether a URL below our endpoint's path, under a name that leads to no public address, gets a delivery. */
async function delivers(world: World, account: Account, url: string): Promise<boolean> {
  const webhook = await account.webhook({ path: '/beside' });
  const path = `${new URL(webhook.url).pathname}/local`;
  // The host as it is spelled.
  const ours = url.replace(/^(https:\/\/[^/]*).*$/, `$1${path}`);
  if (!(await account.registerWebhook(ours, { toUs: true })).accepted) return false;
  // Two events of the endpoint beside it mark a moment at which a delivery would have come.
  for (let made = 0; made < 2; made += 1) await firstAttempt(world, { account, webhook });
  const has = () => webhook.deliveries().some(({ request }) => new URL(request.url).pathname === path);
  return world.until(has, 300);
}

/** Names that lead nowhere public: refused, or registered and then never delivered to (freedom F102). */
function refusedOrSilent(rule: string, urls: readonly string[]) {
  return defineCheck({
    rule,
    ...every(...urls),
    async decide(world, url) {
      const account = await world.account();
      await account.webhook();
      const registration = await account.registerWebhook(url);
      const isSilent =
        registration.accepted &&
        world.has('models') &&
        world.has('upstreams') &&
        !(await delivers(world, account, url));
      const finding = { expected: `${url} to be refused, or nothing to be delivered there`, observed: 'registered' };
      // That nothing came may have another reason, too.
      if (isSilent) caution(world, { ...finding, observed: 'registered, and nothing was delivered' });
      expectThat(world, !registration.accepted, finding);
      await account.key.models();
    },
  });
}

const at = (...hosts: readonly string[]) => hosts.map((host) => `https://${host}/hook`);

/** Which URLs may be registered: public https URLs on port 443 (Events; Limits). */
export default [
  accepted('webhook.registration.accepted', [
    'https://hooks.example.com/in',
    'https://a.b.example.org/deep/er?x=1',
    'https://hooks.example.com',
    // Public names and paths that look like what is to be refused.
    'https://10.example.com/in',
    'https://192.168.example.com/in',
    'https://127.0.0.1.example.com/in',
    'https://localhost.example.com/in',
    'https://172.16.example.com/in',
    'https://169.254.example.com/in',
    'https://0.example.com/in',
    'https://fd00.example.com/in',
    'https://fe80.example.com/in',
    'https://HOOKS.Example.COM/in',
    'https://one-2.three.four.hooks.example.technology/in',
    'https://hooks.example.com/in:8443/x?to=http://127.0.0.1:80/&of=localhost',
    'https://hooks.example.com/10.0.0.1/169.254.169.254?a=1&b=2',
    again,
  ]),
  accepted('webhook.registration.port-443', ['https://hooks.example.com:443/in']),
  refused('webhook.registration.http', [
    'http://hooks.example.com/hook',
    'http://hooks.example.com:80/hook',
    'HTTP://hooks.example.com/hook',
    'http://93.184.216.34/hook',
    'http://hooks.example.com:8443/hook',
  ]),
  refused('webhook.registration.http-port-443', [
    'http://hooks.example.com:443/hook',
    'http://hooks.example.com:443',
    'HTTP://hooks.example.com:443/hook',
  ]),
  refused('webhook.registration.other-scheme', [
    'ftp://hooks.example.com/hook',
    'ws://hooks.example.com/hook',
    'wss://hooks.example.com/hook',
    'file:///etc/hook',
    'httpsx://hooks.example.com/hook',
    'xhttps://hooks.example.com/hook',
  ]),
  refused('webhook.registration.other-port', [
    ...[80, 8443, 442, 444, 4430, 8080, 1, 65_535, 0, 3_000, 4443, 10_443, 50_000, 65_536 + 443].map(
      (port) => `https://hooks.example.com:${port}/hook`,
    ),
    'https://hooks.example.com:8443',
    'https://hooks.example.com:8443?to=1',
    'https://hooks.example.com:8443/:443/hook',
    'https://user:443@hooks.example.com:8443/hook',
    'https://93.184.216.34:8443/hook',
  ]),
  refused('webhook.registration.not-url', [
    'hooks.example.com/hook',
    '/hook',
    '',
    'https://',
    'https:///hook',
    'not a url',
    '//hooks.example.com/hook',
  ]),
  refusedOrSilent(
    'webhook.registration.localhost',
    at(
      'localhost',
      'LOCALHOST',
      'localhost.',
      'hooks.localhost',
      'hooks.localhost.',
      'localhost:443',
      'user@localhost',
    ),
  ),
  refused(
    'webhook.registration.loopback',
    at(
      '127.0.0.1',
      '127.1.2.3',
      '127.255.255.254',
      '127.0.0.1:443',
      'hooks.example.com@127.0.0.1',
      'user:password@127.0.0.1',
      '127.0.0.1.',
    ),
  ),
  refused(
    'webhook.registration.private',
    at(
      '10.0.0.1',
      '10.255.255.254',
      '172.16.0.1',
      '172.20.1.2',
      '172.31.255.254',
      '192.168.0.1',
      '192.168.255.254',
      '10.0.0.1:443',
      'user@10.0.0.1',
    ),
  ),
  refused('webhook.registration.link-local', at('169.254.0.1', '169.254.169.254', '169.254.169.254:443')),
  refused(
    'webhook.registration.unspecified',
    at('0.0.0.0', '[::]', '[0:0:0:0:0:0:0:0]'),
    at(
      '0.1.2.3',
      '100.64.0.1',
      '100.127.255.254',
      '224.0.0.1',
      '240.0.0.1',
      '239.255.255.255',
      '255.255.255.255',
      '[ff02::1]',
    ),
  ),
  refused(
    'webhook.registration.ipv6-private',
    at(
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[0000::0001]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[fe80::1]',
      '[fe90::1]',
      '[febf::1]',
      // What is last in it is a public IPv4 address, but nothing says that it is one.
      '[fd12:3456::5db8:d822]',
      '[fe80::5db8:d822]',
      '[::1]:443',
      '[FD00::1]',
    ),
  ),
  refused(
    'webhook.registration.ipv4-in-ipv6',
    at(
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:192.168.0.1]',
      '[::ffff:169.254.169.254]',
      '[0:0:0:0:0:ffff:7f00:1]',
      '[0:0:0:0:0:FFFF:10.0.0.1]',
    ),
  ),
  refused(
    'webhook.registration.odd-spelling',
    at(
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '127.1',
      '127.0.1',
      '10.1',
      '0xa.0.0.1',
      '012.0.0.1',
      '3232235521',
      '017700000001',
      '0xc0a80001',
    ),
  ),
];
