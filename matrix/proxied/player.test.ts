import { type Behaviour, GatewayError, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { describe, expect, test } from 'vitest';
import type { PassingRequest } from './message-player.ts';
import { playable } from './playable.ts';
import { Player } from './player.ts';
import { relayedBehaviour, Said } from './relayed-behaviour.ts';
import { SeenJobs } from './seen-jobs.ts';

function playerOf(apply: (behaviour: Behaviour) => Behaviour): Player {
  const said = new Said();
  return new Player(apply(relayedBehaviour(said)), said);
}

function passing(route: SeenRequest['route'], body?: unknown): PassingRequest {
  const jobs = new SeenJobs('key');
  const seen = {
    ...{ route, method: 'POST', path: '/v1', headers: {}, headerNames: [], body, rawBody: new Uint8Array(), nowMs: 0 },
    account: jobs.account,
    key: { id: 'key', secret: 'key', restrictions: {}, deleted: false, spentUsd: new Map() },
    announce: () => undefined,
  };
  return { seen, jobs };
}

const job = {
  id: 'job_1',
  object: 'job',
  state: 'queued',
  modality: 'image',
  model: 'a/b',
  created_at: '2026-01-01T00:00:00Z',
};
const answer = (body: unknown, status = 200) => ({ status, contentType: 'application/json', body });

describe('a deviation behind a proxy', () => {
  test('changes jobs by what their answers show', () => {
    const player = playerOf(
      patch('jobs', ({ render }) => ({
        render: (view) => ({ ...render(view), state: view.job.stage.state === 'queued' ? 'waiting' : 'other' }),
      })),
    );
    expect(player.answer(answer(job), passing('job-get')).body).toEqual({ ...job, state: 'waiting' });
    expect(player.played).toBe(1);
  });

  test('refuses in the place of the gateway', () => {
    const player = playerOf(patch('exchanges', { refusal: () => new GatewayError('forbidden', 'No.') }));
    expect(player.shortCircuit(passing('chat'))).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });

  test('changes the errors of answers and of streams', () => {
    const player = playerOf((behaviour) => ({
      ...behaviour,
      errors: { ...behaviour.errors, body: (error, id) => ({ ...behaviour.errors.body(error, id), kind: 'odd' }) },
    }));
    const error = { code: 'rate_limited', kind: 'rate_limit' };
    const changed = { error: { code: 'rate_limited', kind: 'odd' } };
    expect(player.answer(answer({ error }, 429), passing('chat')).body).toEqual(changed);
    expect(player.event({ id: 'c', error }, 0, passing('chat'))).toEqual({ id: 'c', ...changed });
  });

  test('leaves a message as it is where it asks for what a proxy does not see', () => {
    const player = playerOf(
      patch('jobs', ({ render }) => ({ render: (view) => ({ ...render(view), credit: view.account.creditUsd }) })),
    );
    expect(player.answer(answer(job), passing('job-get')).body).toEqual(job);
    expect(player.played).toBe(0);
  });
});

test('a deviation that changes a decision inside the gateway is not playable', () => {
  const relayed = relayedBehaviour(new Said());
  expect(playable({ apply: patch('jobs', { cancelStatus: 204 }) }, relayed)).toBeUndefined();
  expect(playable({ apply: patch('exchanges', { refusal: () => undefined }) }, relayed)).toBeDefined();
});
