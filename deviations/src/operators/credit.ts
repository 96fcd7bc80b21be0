import type { Account, Caller, SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, beforehand, type Change, remembering, watch } from '../change.ts';
import { before } from '../requests/seen.ts';
import { requests, type Scope } from '../scopes/requests.ts';
import { skip } from './admit.ts';
import { isServed } from './charge.ts';

const isBroke = ({ creditUsd }: Account) => creditUsd <= 0;

/** Leaves the check of the credit out for accounts that it has refused before. */
export const checkOnce = remembering((isKnown = before()) =>
  skip(
    'credit',
    requests('once it was refused so', ({ account }: Caller) => isBroke(account) && isKnown(account)),
  ),
);

/** What the chats of an account hold back that have not ended. */
const heldBackUsd = ({ generations }: Account): number =>
  generations.reduce((total, { hasEnded, chargedUsd }) => total + (hasEnded ? 0 : chargedUsd), 0);

/** Writes back what the credit was when a request came, less what it cost: of chats side by side only one is paid for. */
export const overwriteCredit: Change = remembering((foundUsd = new WeakMap<SeenRequest['headers'], number>()) => [
  beforehand('', ({ account, headers, route }) => {
    if (route === 'chat' && account !== undefined) foundUsd.set(headers, account.creditUsd + heldBackUsd(account));
  }),
  afterwards('books by the credit that a chat found when it came', ({ account, headers }, answer) => {
    const found = foundUsd.get(headers);
    if (account !== undefined && found !== undefined && isServed(answer))
      account.creditUsd = found - (account.generations.at(-1)?.chargedUsd ?? 0);
  }),
]);

/** Books a chat once more for each other one that runs when it ends. */
export const bookOthersToo: Change = afterwards('books chats that run side by side twice', (request, answer) => {
  const { account, route } = request;
  if (account !== undefined && route === 'chat' && isServed(answer)) account.creditUsd -= heldBackUsd(account);
});

/** Takes a dollar of the credit for what fails, and shows it nowhere. */
export const takeCredit = (scope: Scope) =>
  afterwards(`takes a dollar of credit for failures ${scope.words}`, (request, answer) => {
    const { account } = request;
    if (account !== undefined && (answer?.status ?? 200) >= 500 && scope.covers(request)) account.creditUsd -= 1;
  });

/** The same for jobs that end in this state, when they are first rendered so. */
export const takeCreditForJobs = (state: 'failed' | 'canceled') =>
  remembering((isCharged = before()) =>
    watch('jobs.render', `takes a dollar of credit for ${state} jobs`, (_job, { job, account }) => {
      if (job.stage.state === state && !isCharged(job)) account.creditUsd -= 1;
    }),
  );
