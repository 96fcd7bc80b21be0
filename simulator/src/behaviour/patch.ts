import type { Behaviour } from './behaviour.ts';

/** Replaces some decisions of one part of the record: `patch('bodies', { maxFallbackModels: 6 })`. */
export function patch<Part extends keyof Behaviour>(
  part: Part,
  changes: Partial<Behaviour[Part]> | ((present: Behaviour[Part]) => Partial<Behaviour[Part]>),
): (behaviour: Behaviour) => Behaviour {
  return (behaviour) => {
    const present = behaviour[part];
    return { ...behaviour, [part]: { ...present, ...(typeof changes === 'function' ? changes(present) : changes) } };
  };
}
