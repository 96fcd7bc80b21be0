/** @import { ReportedRequest } from '../src/control/journal-protocol.ts' */
/** @import { Action } from './actions.js' */

/** Headers of a request that mean something to the gateway; the others are the client's and curl's own. */
const meant = /^(content-type|idempotency-key|x-.*)$/;
/** The journal shows long texts and lists cut, and then says of how much. */
const cut = /… \(\d+ more( characters)?\)"/;

/**
 * Quotes a word for a POSIX shell.
 *
 * @param {string} word
 */
function quoted(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command that sends a request of the journal again. A key whose end is known is written out; of any other the variable `GATEPROOF_KEY` holds it.
 *
 * @param {string} origin
 * @param {Pick<ReportedRequest, 'method' | 'path' | 'headers' | 'body' | 'body_bytes'>} request
 * @param {readonly { readonly secret: string }[]} keys of the account
 */
export function curlOfRequest(origin, request, keys) {
  const { method, path, headers, body, body_bytes: bytes } = request;
  const isStream = typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
  const text = bodyText(body);
  const words = [
    `curl -${isStream ? 'N' : ''}isS -X ${method} ${quoted(origin + path)}`,
    ...authorization(headers.authorization, keys),
    ...Object.entries(headers)
      .filter(([name]) => meant.test(name))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(bytes === 0 ? [] : [`--data-raw ${quoted(text)}`]),
  ];
  const command = words.join(' \\\n  ');
  return cut.test(JSON.stringify(body))
    ? `# The journal keeps long texts cut: ${bytes} bytes were sent.\n${command}`
    : command;
}

/**
 * The command of an operation of the testbed.
 *
 * @param {string} base of the account's operations, as a URL
 * @param {Pick<Action, 'method' | 'path' | 'body'>} action
 * @param {boolean} needsToken
 */
export function curlOfAction(base, { method, path, body }, needsToken) {
  return [
    `curl -isS -X ${method} ${quoted(base + path)}`,
    ...(needsToken ? ['-H "X-Testbed-Token: $GATEPROOF_TESTBED_TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H ${quoted('content-type: application/json')}`, `--data-raw ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/**
 * The body of a request as text: what is no JSON was text.
 *
 * @param {unknown} body
 */
export function bodyText(body) {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/**
 * @param {string | undefined} shown what the journal shows of the header
 * @param {readonly { readonly secret: string }[]} keys
 * @returns {readonly string[]}
 */
function authorization(shown, keys) {
  if (shown === undefined) return [];
  const end = shown.slice(-4);
  const key = shown.includes('…') ? keys.find(({ secret }) => secret.endsWith(end)) : undefined;
  return [
    key === undefined
      ? '-H "Authorization: Bearer $GATEPROOF_KEY"'
      : `-H ${quoted(`Authorization: Bearer ${key.secret}`)}`,
  ];
}
