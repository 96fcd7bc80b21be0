import type { Fault, UpstreamScript } from '@gateproof/upstreams';

/** Faults of answers that serve all the same, or are held back: whether these are asked is a matter of time. */
const harmless: ReadonlySet<Fault['kind']> = new Set([
  'crlf',
  'extra-fields',
  'gate',
  'hang',
  'late-answer',
  'multi-line-data',
  'slow-drip',
  'split-bytes',
  'sse-comments',
]);

/** An endpoint of a case: its script, and whether it was ever called. */
export interface ScriptedEndpoint {
  readonly script: UpstreamScript;
  /** False where its calls can't be seen, because no connection to it is made. */
  readonly isSeen: boolean;
  wasCalled(): boolean;
}

/** Why a case has shown nothing: endpoints were to fail in it, and none of them was asked; undefined when one was, or none was to fail. */
export function unaskedFailure(endpoints: readonly ScriptedEndpoint[]): string | undefined {
  const failing = endpoints.flatMap(({ script, isSeen, wasCalled }) => {
    const fault = isSeen ? script.turns[0]?.faults.find(({ kind }) => !harmless.has(kind)) : undefined;
    return fault === undefined ? [] : [{ kind: fault.kind, wasCalled }];
  });
  if (failing.length === 0 || failing.some(({ wasCalled }) => wasCalled())) return undefined;
  return `no endpoint that was to fail was asked (${[...new Set(failing.map(({ kind }) => kind))].join(', ')})`;
}
