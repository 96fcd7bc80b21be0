import { commands } from './commands.ts';
import { editField } from './edit-field.ts';
import { fields, groups } from './fields.ts';
import { momentsOf } from './moments.ts';
import { eventActions, eventKinds, type Mutant } from './mutant.ts';
import { operators } from './operators.ts';

const ofFields: readonly Omit<Mutant, 'when'>[] = fields.flatMap((field) =>
  Object.entries(operators)
    .filter(([, { shapes, isOfTries }]) => shapes.includes(field.shape) && (!isOfTries || field.border === 'sent'))
    .map(([name, operator]) => ({
      id: `${field.border}-${field.group}/${field.path}${field.codec === undefined ? '' : `:${field.codec}`}/${name}`,
      words: field.words,
      ops: groups[field.group],
      play: { [field.border]: editField(field, operator) },
    })),
);
const ofCommands: readonly Omit<Mutant, 'when'>[] = commands.map(({ area, what, how, ops, words, play }) => ({
  id: `${area}/${what}/${how}`,
  ...{ words, ops, play },
}));
const ofEvents: readonly Omit<Mutant, 'when'>[] = eventKinds.flatMap((kind) =>
  eventActions.map((action) => ({
    id: `event-${action}/${kind}/${action}`,
    words: /stream|chunk|event|content|tool|\[DONE\]|metadata|error/i,
    ops: groups.stream,
    play: { event: { kind, action } },
  })),
);

/** Every field by every operator, every command and every event, by every moment that makes a difference. */
export const cross: readonly Mutant[] = [...ofFields, ...ofCommands, ...ofEvents].flatMap((mutant) =>
  momentsOf(mutant.ops).map((when) => ({ ...mutant, id: `${mutant.id}/${when}`, when })),
);

export const areaOfMutant = ({ id }: Mutant): string => id.split('/', 1).join();
