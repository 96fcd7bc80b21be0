import { isClaimed } from '../check/is-claimed.ts';
import { Withheld } from '../check/setup-failed.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { realClient } from '../exchange/real-clients.ts';
import { createRecorder } from '../exchange/recorder.ts';
import { mend } from '../repair/mend.ts';
import type { Repair } from '../repair/repair.ts';
import { CasePatience } from '../run/patience.ts';
import type { OpenWorld, WorldOptions } from '../run/run-options.ts';
import { unlessOver } from '../run/unless-over.ts';
import { addressRounds } from './address-rounds.ts';
import { CaseAccount } from './case-account.ts';
import { CaseLimits } from './case-limits.ts';
import type { CaseScope } from './case-scope.ts';
import { openFormBehind } from './open-forms.ts';
import type { RunMeans } from './run-means.ts';
import { download, sendRequest } from './send-request.ts';
import { Servable } from './servable.ts';
import { unaskedFailure } from './unasked-failures.ts';
import type { World } from './world.ts';

/** Made once: each `abort` without a reason makes an error with a stack of its own. */
const caseOver = new Error('the case is over');
/** How often a waiting case looks again when no exchange has ended meanwhile, in ms. */
const lookAgainMs = 5;

/**
 * Opens a world for one case. A clock that all accounts share would move under other cases: it is held back unless the case runs alone. The case
 * sees answers mended by what the profile declares, and by `repairs`. Its requests go round the addresses of the target.
 */
export function openWorld(
  means: RunMeans,
  caseLabel: string,
  { runsAlone = true, repairs = [], order = caseLabel, ...how }: WorldOptions = {},
): OpenWorld<World> & { readonly ended: AbortSignal } {
  const recorder = createRecorder(means.nextExchangeId, (exchange) =>
    mend(exchange, [...means.repairs, ...repairs], means),
  );
  const over = new AbortController();
  const ended = new AbortController();
  const closers: (() => unknown)[] = [];
  const made = { accounts: 0, statements: 0 };
  const lacking: string[] = [];
  const limits = new CaseLimits(recorder);
  const patience = new CasePatience(means.patience, { isWhole: how.isPatient === true });
  const { facts } = means.testbed;
  const addresses = addressRounds(means.addresses, order);
  const mayMoveClock = runsAlone || facts.clockScope === 'account';
  const scope: CaseScope = {
    mayMoveClock,
    means,
    recorder,
    over: over.signal,
    nextAddress: () => addresses.next().value,
    ...knowledge(),
    unique: uniqueNames(means, caseLabel),
    lack: ({ message }) => lacking.push(message),
    limits,
    client: realClient(how.client),
    honoursWaits: how.honoursWaits === true,
    withhold: (crash) => ended.abort(new Withheld(crash)),
    onClose: (close) => closers.push(close),
  };
  const world: World = {
    ...placeOf(means),
    ...declared(facts),
    has: (capability) => facts.capabilities.has(capability) && (capability !== 'clock' || mayMoveClock),
    claims: (id) => isClaimed(id, means.claims),
    unique: scope.unique,
    async account(options = {}) {
      made.accounts += 1;
      const account = await means.testbed.createAccount(options.creditUsd, made.accounts);
      scope.onClose(() => account.remove(recorder.exchanges()));
      return new CaseAccount(scope, account);
    },
    ...requestsOf(scope),
    exchanges: () => recorder.exchanges(),
    stated: () => {
      made.statements += 1;
    },
    ...waits(scope),
    patience,
  };
  return {
    world,
    statements: () => made.statements,
    unaskedFailure: () => unaskedFailure(scope.endpoints),
    openForm: () =>
      openFormBehind(recorder.exchanges(), means.knownForms, (extra) =>
        askPlainly(means, `${caseLabel}-form`, extra, repairs),
      ),
    lacking: () => lacking[0],
    requestKinds: () => scope.requestKinds,
    ended: ended.signal,
    wasHurried: () => patience.wasHurried,
    troubleBehind: (thrown) => limits.behind(thrown),
    close: () => closeScope(scope, over, closers),
  };
}

/** What a case comes to know of its own requests and of those who answer them. */
function knowledge(): Pick<CaseScope, 'scripts' | 'endpoints' | 'requestKinds' | 'servable'> {
  return { scripts: new Map(), endpoints: [], requestKinds: new Map(), servable: new Servable() };
}

/** Names that no other case of any run has. */
function uniqueNames({ runId }: RunMeans, caseLabel: string): (label: string) => string {
  let names = 0;
  return (label) => {
    names += 1;
    return `${label}-${runId}-${caseLabel}-${names}`;
  };
}

/** What the testbed says of the target. */
function declared({ fragments, upstreamTimeoutMs, requestTimeoutMs, keyPropagationMs }: RunMeans['testbed']['facts']) {
  return { fragments, upstreamTimeoutMs, requestTimeoutMs, keyPropagationMs };
}

/** Where the target is, and under which prefix. */
function placeOf({ prefix, baseUrl, addresses }: RunMeans): Pick<World, 'prefix' | 'baseUrl' | 'addresses'> {
  return { prefix, baseUrl, addresses };
}

/** What concerns requests without any key. */
function requestsOf(scope: CaseScope): Pick<World, 'send' | 'download' | 'conceal' | 'expectLimits'> {
  return {
    send: (request) => sendRequest(scope, request),
    download: (url) => download(scope, url),
    conceal: (text) => conceal(scope.means, text),
    expectLimits: () => scope.limits.expect(),
  };
}

function conceal({ redactor }: RunMeans, text: string): string {
  redactor.add(text, 'NEAR_KEY');
  return text;
}

/** Sends a plain chat request in a world of its own. */
export async function askPlainly(
  means: RunMeans,
  label: string,
  extra: object = {},
  repairs: readonly Repair[] = [],
): Promise<Exchange> {
  const opened = openWorld(means, label, { repairs });
  try {
    return await unlessOver(chatPlainly(opened.world, extra), opened.ended);
  } finally {
    await opened.close();
  }
}

async function chatPlainly(world: World, extra: object): Promise<Exchange> {
  const account = await world.account();
  const { id } = await account.usableModel();
  return account.key.chat({ model: id, messages: [{ role: 'user', content: 'Say hello.' }], ...extra });
}

async function closeScope(
  { recorder }: CaseScope,
  over: AbortController,
  closers: readonly (() => unknown)[],
): Promise<readonly Exchange[]> {
  over.abort(caseOver);
  const exchanges = recorder.close();
  // Removal is a courtesy to the target: the next case does not wait for it.
  for (const close of [...closers].reverse()) void Promise.resolve(close()).catch(() => undefined);
  return exchanges;
}

function waits(scope: CaseScope): Pick<World, 'until' | 'pause' | 'elapsedMs'> {
  return {
    elapsedMs: () => scope.means.clock.nowMs(),
    until: (condition, limitMs) => until(scope, condition, limitMs),
    pause: async (ms) => void (await until(scope, () => false, ms)),
  };
}

async function until({ means, over }: CaseScope, condition: () => boolean, limitMs: number): Promise<boolean> {
  const endMs = means.clock.nowMs() + limitMs;
  while (!condition()) {
    if (over.aborted || means.clock.nowMs() > endMs) return false;
    await means.clock.pause(lookAgainMs);
  }
  return true;
}
