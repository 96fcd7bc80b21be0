import type { Fault } from '@gateproof/harness';

/** Whether an endpoint with this fault takes the connection and loses it before any output. */
function losesConnection(fault: Fault): boolean {
  if (fault.kind === 'refuse-connection') return fault.closedPort !== true;
  return fault.kind === 'reset-before-headers' || fault.kind === 'cut-after';
}

/** The codes for an endpoint that can't be used. Freedom F151 leaves open which, where it loses its connection, and warns about the tolerated ones. */
export function unavailableCodes(fault: Fault): {
  readonly codes: readonly string[];
  readonly tolerated: readonly string[];
} {
  return losesConnection(fault)
    ? { codes: ['provider_unavailable', 'provider_empty_response'], tolerated: ['upstream_timeout'] }
    : { codes: ['provider_unavailable'], tolerated: [] };
}
