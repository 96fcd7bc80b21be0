/** @import { AccountFault } from '../src/faults/fault-rule.ts' */

/**
 * Faults that are tried most, as a list to choose from; the field beside it takes any other.
 *
 * @type {readonly { readonly name: string, readonly fault: AccountFault }[]}
 */
export const faultPresets = [
  { name: 'Endpoint answers 500', fault: { kind: 'status', status: 500 } },
  { name: 'Endpoint answers 503, Retry-After 2 s', fault: { kind: 'status', status: 503, retryAfterS: 2 } },
  { name: 'Endpoint limits the rate', fault: { kind: 'rate-limited', retryAfterS: 1 } },
  { name: 'Endpoint refuses the connection', fault: { kind: 'refuse-connection' } },
  { name: 'Endpoint hangs until released', fault: { kind: 'hang', gate: 'hang' } },
  { name: 'Endpoint answers without output', fault: { kind: 'empty' } },
  { name: 'Endpoint answers broken JSON', fault: { kind: 'malformed-json' } },
  { name: 'Stream breaks off after 2 tokens', fault: { kind: 'cut-after', afterTokens: 2 } },
  { name: 'Stream reports an error after 2 tokens', fault: { kind: 'error-chunk', afterTokens: 2 } },
  { name: 'Stream stalls after 2 tokens until released', fault: { kind: 'stall', afterTokens: 2, gate: 'stall' } },
  { name: 'Stream drips, 500 ms between events', fault: { kind: 'slow-drip', ms: 500 } },
  {
    name: 'Gateway refuses with rate_limited',
    fault: { kind: 'refuse', code: 'rate_limited', retryAfterMs: 2_000 },
  },
  { name: 'Connection is lost before the generation ran', fault: { kind: 'lose-before-run' } },
  { name: 'Connection is lost after the generation ran', fault: { kind: 'lose-after-run' } },
  { name: 'Connection is lost in the answer', fault: { kind: 'lose-in-answer', afterEvents: 2 } },
];
