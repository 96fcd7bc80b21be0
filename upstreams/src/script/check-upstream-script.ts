import type { Fault } from '../faults/fault.ts';
import { findProblems } from '../schema/find-problems.ts';
import { InvalidScript } from './invalid-script.ts';
import type { UpstreamScript, UpstreamTurn } from './upstream-script.ts';
import { faultSchema, upstreamScriptSchema } from './upstream-script-schema.ts';

/**
 * The value, if it is an upstream script. Nothing is clamped or left out.
 *
 * @throws InvalidScript with all problems: those of the schema, a script without a turn to repeat, a fault after more tokens than
 * its turn's chat answer has
 */
export function checkUpstreamScript(value: unknown): UpstreamScript {
  const problems = findProblems(upstreamScriptSchema, value, 'script');
  if (problems.length > 0) throw new InvalidScript('upstream script', problems);
  const script = value as UpstreamScript;
  const deeper = [
    ...(script.turns.length === 0 && script.afterwards === 'repeat-last'
      ? ['script.turns is empty, so there is no last turn to repeat; add a turn or say afterwards: refuse']
      : []),
    ...script.turns.flatMap((turn, index) => tooManyTokens(turn, `script.turns[${index}]`)),
  ];
  if (deeper.length > 0) throw new InvalidScript('upstream script', deeper);
  return script;
}

/**
 * The value, if it is a fault.
 *
 * @throws InvalidScript with all problems
 */
export function checkFault(value: unknown): Fault {
  const problems = findProblems(faultSchema, value, 'fault');
  if (problems.length > 0) throw new InvalidScript('fault', problems);
  return value as Fault;
}

function tooManyTokens({ answer, faults }: UpstreamTurn, place: string): readonly string[] {
  if (answer.kind !== 'chat') return [];
  const available = answer.tokens.length;
  return faults.flatMap((fault, index) => {
    const wanted = 'afterTokens' in fault ? (fault.afterTokens ?? 0) : 0;
    if (wanted <= available) return [];
    return [`${place}.faults[${index}].afterTokens is ${wanted}, but the answer has ${available} tokens`];
  });
}
