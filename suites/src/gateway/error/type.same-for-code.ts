import type { History } from '@gateproof/harness';
import { type ErrorSeen, errorsSeen } from '../../support/errors-seen.ts';
import { isFilledString } from '../../support/json.ts';
import { heldIf, standingTable } from '../../support/standing-table.ts';

interface TypeSeen extends ErrorSeen {
  /** The types that came with the same code before. */
  readonly before: readonly string[];
}

function* typesSeen(history: History): Generator<TypeSeen> {
  const types = new Map<unknown, string[]>();
  for (const seen of errorsSeen(history)) {
    const { code, type } = seen.error ?? {};
    const before = types.get(code) ?? [];
    yield { ...seen, before };
    if (isFilledString(type)) types.set(code, [...before, type]);
  }
}

/** A type that differs for one code is one that freedom F021 warns about. */
export default standingTable(typesSeen, {
  'error.type.same-for-code': ({ error, before }) => {
    if (!isFilledString(error?.code) || !isFilledString(error.type) || before.length === 0) return undefined;
    const other = before.find((type) => type !== error.type);
    const look = heldIf(other === undefined, `type ${other ?? ''} with code ${error.code}, as before`, error.type);
    return look !== undefined && look !== 'held' && 'broken' in look ? { doubtful: look.broken } : look;
  },
});
