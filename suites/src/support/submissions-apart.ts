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

/** The inputs with one text of them changed so that it stays valid: a URL gets a query, other text one more word. */
function changedInputs({ model }: Case): object {
  const changed = Object.entries(model.inputs).find(([, value]) => typeof value === 'string');
  if (changed === undefined) return {};
  const [name, value] = changed;
  return { [name]: /^https?:/.test(String(value)) ? `${String(value)}?v=2` : `${String(value)} too` };
}

/** What two submissions of one route may differ in; each alone is a valid request where the gateway takes such a thing at all. */
export const submissionsApart: ReadonlyMap<string, (made: Case) => Bodies | Promise<Bodies>> = new Map([
  ['an input', (made) => ({ other: changedInputs(made) })],
  ['the model', async ({ account, model }) => ({ other: { model: (await mediaModel(account, routeFor(model))).id } })],
  [
    'the list of models',
    async ({ account, model }) => ({ other: { models: [(await mediaModel(account, routeFor(model))).id] } }),
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
