import type { Account, Model, World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { finishedJob } from './finished-jobs.ts';
import { mediaModel } from './held-jobs.ts';
import { routeFor } from './media-jobs.ts';

interface Case {
  readonly world: World;
  readonly account: Account;
  readonly model: Model;
}

/** What two submissions have of their own; what is left out is nothing. */
interface Bodies {
  readonly one?: object;
  readonly other?: object;
}

/** Two values for one text among the inputs, each of which stays valid: a URL gets a query, other text further words. */
function changedInputs({ model }: Case, ends: { readonly one?: string; readonly other: string }): Bodies {
  // A blank is no part of a URL.
  const fits = (value: unknown) => typeof value === 'string' && !(ends.one?.includes(' ') && /^https?:/.test(value));
  const changed = Object.entries(model.inputs).find(([, value]) => fits(value));
  if (changed === undefined) return {};
  const [name, value] = changed;
  const join = /^https?:/.test(String(value)) ? '?v=' : ' ';
  const body = (end: string | undefined) => (end === undefined ? {} : { [name]: `${String(value)}${join}${end}` });
  return { one: body(ends.one), other: body(ends.other) };
}

const longText = 'x'.repeat(300);
const veryLongText = 'x'.repeat(9_000);
const hugeText = 'word '.repeat(22_000);

/** What two submissions of one route may differ in; each alone is a valid request where the gateway takes such a thing at all. */
export const submissionsApart: ReadonlyMap<string, (made: Case) => Bodies | Promise<Bodies>> = new Map([
  ['an input', (made) => changedInputs(made, { other: 'too' })],
  ['an input of the same length', (made) => changedInputs(made, { one: 'two', other: 'six' })],
  ['the case of a letter of an input', (made) => changedInputs(made, { one: 'two', other: 'twO' })],
  ['the blanks of an input', (made) => changedInputs(made, { one: 'two six', other: 'twosix' })],
  ['the end of a long input', (made) => changedInputs(made, { one: `${longText}1`, other: `${longText}2` })],
  [
    'the end of a very long input',
    (made) => changedInputs(made, { one: `${veryLongText}1`, other: `${veryLongText}2` }),
  ],
  [
    'what comes behind a hundred kilobytes',
    // Words, which fit no URL.
    (made) => changedInputs(made, { one: `${hugeText} 1`, other: `${hugeText} 2` }),
  ],
  ['the model', async ({ account, model }) => ({ other: { model: (await mediaModel(account, routeFor(model))).id } })],
  [
    'the list of models',
    async ({ account, model }) => ({ other: { models: [(await mediaModel(account, routeFor(model))).id] } }),
  ],
  [
    'the order of the list of models',
    async ({ account, model }) => {
      const [first, second] = [await mediaModel(account, routeFor(model)), await mediaModel(account, routeFor(model))];
      return { one: { models: [first.id, second.id] }, other: { models: [second.id, first.id] } };
    },
  ],
  [
    'retry_of',
    async ({ world, account, model }) => ({
      other: { retry_of: (await finishedJob(world, account, 'failed', routeFor(model))).id },
    }),
  ],
  ['provider', () => ({ one: { provider: { x_note: 1 } }, other: { provider: { x_note: 2 } } })],
  [
    'the service object',
    ({ world }) => {
      const name = serviceNames(world.prefix).requestField;
      return { one: { [name]: { x_note: 1 } }, other: { [name]: { x_note: 2 } } };
    },
  ],
  ['zero data retention', ({ world }) => ({ other: world.fragments.zdr ?? {} })],
  ['a key of no input', () => ({ one: {}, other: { x_note: 'other' } })],
  ['a key of no input, the other way round', () => ({ one: { x_note: 'other' }, other: {} })],
] as readonly (readonly [string, (made: Case) => Bodies | Promise<Bodies>])[]);
