import type { ModelRequest } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import { NotArranged } from '../../check/setup-failed.ts';
import type { ForwardingPort } from './forwarding-port.ts';
import { ModelPool } from './model-pool.ts';
import { aWiredModel } from './static-profile.fixture.ts';

function wanted(fields: Partial<ModelRequest> = {}): ModelRequest {
  return { modality: 'text', endpoints: ['http://upstream/a'], ...fields };
}

/** A pool whose ports note where they lead. */
function aPool(...models: Parameters<typeof aWiredModel>[0][]) {
  const wired = models.map(aWiredModel);
  const leads: Record<number, string | undefined> = {};
  const portOf = (port: number) => {
    const lead = async (target?: string) => {
      leads[port] = target;
    };
    return [port, { lead } as ForwardingPort] as const;
  };
  const ports = new Map(wired.flatMap((model) => model.ports).map(portOf));
  return { pool: new ModelPool(wired, ports), leads };
}

describe('ModelPool', () => {
  it('leads the ports of a model to the endpoints of the case that takes it, in order', async () => {
    const { pool, leads } = aPool({ id: 'a/pair', ports: [1, 2] });
    const endpoints = ['http://upstream/first', 'http://upstream/second'];
    const model = pool.take(wanted({ endpoints }));
    expect(model.id).toBe('a/pair');
    await pool.wire(model, endpoints);
    expect(leads).toEqual({ 1: endpoints[0], 2: endpoints[1] });
  });

  it('gives each model to one case at a time', () => {
    const { pool } = aPool({ id: 'a/one', ports: [1] }, { id: 'a/two', ports: [2] });
    expect([pool.take(wanted()).id, pool.take(wanted()).id]).toEqual(['a/one', 'a/two']);
    expect(() => pool.take(wanted())).toThrow(
      'the profile wires only 2 such models, and this case needs more: add another text model with 1 endpoint under models',
    );
  });

  it('gives a released model again, whose ports lead nowhere meanwhile', () => {
    const { pool, leads } = aPool({ id: 'a/one', ports: [1] });
    const model = pool.take(wanted());
    pool.release(model);
    expect(leads).toEqual({ 1: undefined });
    expect(pool.take(wanted()).id).toBe('a/one');
  });

  it('gives the model that has been free for longest', () => {
    const { pool } = aPool({ id: 'a/one', ports: [1] }, { id: 'a/two', ports: [2] });
    pool.release(pool.take(wanted()));
    expect(pool.take(wanted()).id).toBe('a/two');
  });

  it('prefers the model that is asked for by its id', () => {
    const { pool } = aPool({ id: 'a/one', ports: [1] }, { id: 'a/two', ports: [2] });
    expect(pool.take(wanted({ id: 'a/two' })).id).toBe('a/two');
  });

  it.each([
    ['another modality', wanted({ modality: 'image' }), 'no image model with 1 endpoint: add one'],
    ['more endpoints', wanted({ endpoints: ['a', 'b'] }), 'no text model with 2 endpoints: add one'],
    [
      'a context window',
      wanted({ context_window: 50 }),
      'no text model with 1 endpoint and a context window of 50 tokens',
    ],
  ])('says what to add for %s', (_what, request, message) => {
    const { pool } = aPool({ id: 'a/one', ports: [1] });
    expect(() => pool.take(request)).toThrow(NotArranged);
    expect(() => pool.take(request)).toThrow(`the profile wires ${message}`);
  });

  it('takes a model whose context window is the wanted one, and whose price is known where a price is wanted', () => {
    const { pool } = aPool(
      { id: 'a/free', ports: [1] },
      { id: 'a/narrow', ports: [2], contextWindow: 50 },
      { id: 'a/priced', ports: [3], priceUsd: 0.5 },
    );
    expect(pool.take(wanted({ context_window: 50 })).id).toBe('a/narrow');
    expect(pool.take(wanted({ price_usd: 1 })).id).toBe('a/priced');
  });
});
