import { decide, freedomRows, overrule, together } from '../change.ts';
import { acceptUrls, refuseUrls } from '../operators/registration.ts';

const address = /^https:\/\/(\[|\d+(\.\d+)*[:/]|\d+\.\d+\.\d+\.\d+[:/])/;
const notGlobal = /^https:\/\/(0\.(?!0\.0\.0)|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|2[2-5]\d\.|\[ff)/i;
/** Good but for its name, which is one of this machine. */
const localName = /^https:\/\/([^/@]*\.)?localhost\.?(:443)?\//i;

/** Reads URLs otherwise before they are judged. */
const reading = (words: string, read: (url: string) => string) =>
  overrule('webhooks.urlProblem', `judges URLs ${words}`, (urlProblem, url, ...of) => urlProblem(read(url), ...of));

/** Which URLs may be registered otherwise. */
export const registrationVariations = freedomRows({
  'F149 webhook.registration.allow-list': refuseUrls('hosts that are on no list', (url) => {
    return !new URL(url).hostname.endsWith('.example.test');
  }),
  'F102 delivery.registration.no-addresses': refuseUrls('addresses', address),
  'F102 delivery.registration.users': reading('without users and passwords', (url) => url.replace(/\/\/[^/@]*@/, '//')),
  'F102 delivery.registration.embedded': acceptUrls('IPv6 addresses of translators', /\[(64:ff9b|2002):/i),
  'F102 delivery.registration.names-late': together(
    acceptUrls('names of this machine', localName),
    decide('webhooks', 'looks where names lead at deliveries', {
      deliveryProblem: (url) => (localName.test(url) ? 'the name leads to no public address' : undefined),
    }),
  ),
  'F102 delivery.registration.leading-zeros': reading('with leading zeros as decimal ones', (url) =>
    url.replace(/(?<=\/\/|\.)0+(?=\d+[./])/g, ''),
  ),
  'F102 delivery.registration.not-global': acceptUrls('shared, multicast and reserved addresses', notGlobal),
  'F102 delivery.registration.dot': refuseUrls('names with a final dot', /^https:\/\/[^/]*\.[:/]/),
});
