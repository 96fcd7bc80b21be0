import type { RunStep } from '@gateproof/simulator/behaviour';
import { afterwards, decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { answerList, serve } from '../operators/answers.ts';
import { chargeFor, type IsMeant } from '../operators/charge.ts';
import { chargeKey } from '../operators/spend.ts';
import { and, at, chats, restricted, where } from '../scopes/requests.ts';

const lagMs = 300;
const filtersFirst = 'capability model key-models filters policy credit cap context'.split(' ') as RunStep[];

const bookedLate = remembering((booked = new Map<string, ReadonlyMap<string, number>>()) => [
  afterwards('', ({ account }) => {
    account?.clock.setTimer(lagMs, () => {
      for (const { id, spentUsd } of account.keys.values()) booked.set(id, new Map(spentUsd));
    });
  }),
  overrule('admission.isOverCap', 'books costs a moment after the answer', (present, caller, costUsd) =>
    present({ ...caller, key: { ...caller.key, spentUsd: new Map(booked.get(caller.key.id)) } }, costUsd),
  ),
]);

const deletedLate = remembering((seenAtMs = new Map<string, number>()) =>
  overrule('authentication.isDeleted', 'serves a deleted key for a moment', (isDeleted, { key, account }, route) => {
    if (!isDeleted({ key, account }, route)) return false;
    const nowMs = account.clock.now();
    seenAtMs.set(key.secret, seenAtMs.get(key.secret) ?? nowMs);
    return nowMs - (seenAtMs.get(key.secret) ?? nowMs) > lagMs;
  }),
);

/** As a gateway does that takes its neighbours for proxies. */
const namedByProxy = where(restricted('ipRanges'), 'with one address in X-Forwarded-For', ({ headers }) => {
  return /^[\d.]+$/.test(String(headers['x-forwarded-for']));
});

/** What an endpoint failed, or the gateway itself. */
const failed: IsMeant = ({ status }) => status >= 500;

/** What keys are held to may take hold otherwise. */
export const authVariations = freedomRows({
  'F065 auth.cap.booked-late': bookedLate,
  'F065 auth.cap.failures-cost': together(chargeFor(chats, 'that fail', failed, 1), chargeKey(chats, failed)),
  'F156 auth.address.named-by-proxy': together(serve(namedByProxy), answerList(and(at('model-list'), namedByProxy))),
  'F019 auth.key.deleted-late': deletedLate,
  'F042 auth.policy.nowhere-first': together(
    decide('admission', 'looks for an endpoint in the region before the policy', { runSteps: () => filtersFirst }),
    overrule('admission.excludingFilters', '', (present, request) => {
      const { region = 'home' } = request.service;
      return region === 'home' ? present(request) : [...present(request), 'region'];
    }),
  ),
});
