import type { AccountFault, FaultRule } from '../faults/fault-rule.ts';
import type { FaultsAnswer, ReportedFault } from './fault-protocol.ts';

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** The faults of one account. */
export class FaultsControl {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Replaces all faults. A bare fault acts on every request that it fits. Rejects with `ControlError` when one of them is refused. */
  async set(...faults: readonly (FaultRule | AccountFault)[]): Promise<readonly ReportedFault[]> {
    const rules = faults.map((given) => ('kind' in given ? { fault: given } : given));
    return (await this.#call<FaultsAnswer>('PUT', '/faults', { faults: rules })).faults;
  }

  /** What each fault did so far. */
  async read(): Promise<readonly ReportedFault[]> {
    return (await this.#call<FaultsAnswer>('GET', '/faults')).faults;
  }

  clear(): Promise<void> {
    return this.#call('DELETE', '/faults');
  }
}

/** Faults that were set and did not do their part: the test has not shown what it meant to. */
export class IdleFaults extends Error {
  override readonly name = 'IdleFaults';
  readonly faults: readonly ReportedFault[];

  constructor(faults: readonly ReportedFault[]) {
    const lines = faults.map(({ id, description, acted, times, seen }) => {
      const wanted = times === undefined ? '' : ` of ${times}`;
      return `  ${id}: ${description}; acted ${acted}${wanted} times, on ${seen} matching requests`;
    });
    super(`These faults did not do their part:\n${lines.join('\n')}`);
    this.faults = faults;
  }
}
