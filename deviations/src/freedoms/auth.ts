import { patch, type RunStep } from '@gateproof/simulator/behaviour';
import { besides } from '../changes/exchange-changes.ts';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

const lagMs = 300;

const filtersFirst: readonly RunStep[] = [
  'capability',
  'model',
  'key-models',
  'filters',
  'policy',
  'credit',
  'cap',
  'context',
];

/** What keys are held to may take hold otherwise. */
export const authVariations: readonly Variation[] = [
  differing('auth.cap.booked-late', 'F065', 'books what a request cost a moment after its answer', (behaviour) => {
    const booked = new Map<string, ReadonlyMap<string, number>>();
    const booking = besides(({ account }) => {
      const book = () => {
        for (const { id, spentUsd } of account?.keys.values() ?? []) booked.set(id, new Map(spentUsd));
      };
      account?.clock.setTimer(lagMs, book);
      return [];
    });
    return patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) =>
        isOverCap({ ...caller, key: { ...caller.key, spentUsd: new Map(booked.get(caller.key.id)) } }, costUsd),
    }))(booking(behaviour));
  }),
  differing('auth.key.deleted-late', 'F019', 'goes on for a moment with a key that was deleted', (behaviour) => {
    const seenAtMs = new Map<string, number>();
    return patch('authentication', ({ isDeleted }) => ({
      isDeleted(holder, route) {
        if (!isDeleted(holder, route)) return false;
        const nowMs = holder.account.clock.now();
        const sinceMs = seenAtMs.get(holder.key.secret) ?? nowMs;
        seenAtMs.set(holder.key.secret, sinceMs);
        return nowMs - sinceMs > lagMs;
      },
    }))(behaviour);
  }),
  differing(
    'auth.policy.nowhere-first',
    'F042',
    'has endpoints in one region, and looks for one before it looks at the policy',
    patch('admission', ({ excludingFilters }) => ({
      runOrder: filtersFirst,
      excludingFilters(request) {
        const { region } = request.service;
        return [...excludingFilters(request), ...(region === undefined || region === 'home' ? [] : ['region'])];
      },
    })),
    { 'error.modality.invalid': 'takes every model without an endpoint for one of another modality' },
  ),
];
