import type { UpstreamScript } from '../script/upstream-script.ts';

/** Whether every call of the script is to be refused for real: at a port on which nothing listens. */
export function wantsClosedPort(script: UpstreamScript): boolean {
  return (
    script.turns.length > 0 &&
    script.turns.every(({ faults = [] }) =>
      faults.some((fault) => fault.kind === 'refuse-connection' && fault.closedPort === true),
    )
  );
}
