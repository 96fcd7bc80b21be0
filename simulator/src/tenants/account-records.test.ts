import { realTime } from '@gateproof/upstreams';
import { expect, test } from 'vitest';
import type { Job } from '../records/job.ts';
import { recordDelivery, recordGeneration, recordJob } from './account-records.ts';
import { Registry } from './registry.ts';

const makeAccount = () => new Registry({ clock: realTime, seed: 's', models: [] }).createAccount(1);

test('of many generations the newest are kept, and the count and cost of the others', () => {
  const account = makeAccount();
  const made = 25_000;
  for (let number = 1; number <= made; number += 1) {
    recordGeneration(account, { id: `gen_${number}`, kind: 'chat', model: 'a/b', chargedUsd: 0.001, errorCode: null });
  }
  const { generations, dropped } = account;
  expect(generations.length).toBeLessThanOrEqual(11_000);
  expect(generations.at(-1)?.id).toBe(`gen_${made}`);
  expect(dropped.generations + generations.length).toBe(made);
  expect(dropped.chargedUsd).toBeCloseTo(dropped.generations * 0.001, 9);
});

test('of many jobs and deliveries the oldest are dropped that are over', () => {
  const account = makeAccount();
  for (let number = 0; number < 100_010; number += 1) {
    const state = number === 5 ? 'queued' : 'canceled';
    recordJob(account, { id: `job_${number}`, stage: { state } } as Job);
    const record = { id: `whd_${number}`, state: number === 5 ? 'pending' : 'delivered' } as const;
    const facts = { endpointId: '', eventId: '', type: '', jobId: '', attempts: [] };
    recordDelivery(account, { record: { ...record, ...facts }, again: async () => null });
  }
  expect([...account.jobs.keys()].slice(0, 2)).toEqual(['job_5', 'job_6']);
  expect([...account.deliveries.keys()].slice(0, 2)).toEqual(['whd_5', 'whd_6']);
});
