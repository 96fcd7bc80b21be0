import { createSimulator, patch, referenceBehaviour } from '@gateproof/simulator';
import { afterEach, expect, test } from 'vitest';
import { thisReplica } from './replica.ts';
import { serveReplicas } from './serve-replicas.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('every address serves the same accounts, and a behaviour knows which of them was asked', async () => {
  const behaviour = patch('models', ({ render }) => ({
    render: (model, where) => ({ ...render(model, where), owned_by: `replica ${thisReplica()}` }),
  }))(referenceBehaviour);
  const simulator = createSimulator({ behaviour });
  const { addresses, close } = await serveReplicas(simulator, 3);
  closers.push(close, () => simulator.close());
  const owners = await Promise.all(
    [0, 1, 2, 1, 0].map(async (replica) => {
      const headers = { authorization: `Bearer ${simulator.defaultKey}` };
      const answer = await fetch(`${addresses[replica]}/v1/models`, { headers });
      const { data } = (await answer.json()) as { data: { owned_by: string }[] };
      return data[0]?.owned_by;
    }),
  );
  expect(owners).toEqual([0, 1, 2, 1, 0].map((replica) => `replica ${replica}`));
});
