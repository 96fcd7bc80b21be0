import type { Account, KeptAnswer, Model, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, overrule, remembering, watch } from '../change.ts';
import type { Edit } from '../edits/fields.ts';
import { bodyOf, errorIn, idempotencyKeyOf, isObject, jobsOf, keysOf, namedId, onceMore } from '../requests/seen.ts';
import { type Repeat, repeated } from '../scopes/repeats.ts';
import { chats, everywhere, requests, type Scope, submissions, where } from '../scopes/requests.ts';
import { refuse } from './answers.ts';
import { callEndpoint } from './call-also.ts';
import { accepted, chargeFor } from './charge.ts';

const isRefused = (code: string, scope: Scope) => (request: SeenRequest, answer: SentAnswer | undefined) =>
  errorIn(answer)?.code === code && scope.covers(request);

/** Calls the endpoint of a request of a scope although it refuses it with the code, whoever asked. */
export const callRefused = (code: string, scope: Scope = chats): Change =>
  remembering(() => {
    let find: (modelId: string) => Model | undefined = () => undefined;
    return [
      watch('authentication.find', '', (_found, registry) => {
        find = (id) => [...registry.holders()].map(({ account }) => account.models.get(id)).find(Boolean);
      }),
      afterwards(`calls the endpoint although it answers ${code} ${scope.words}`, (request, answer) => {
        const { body, path } = request;
        const url = find(String(bodyOf(request).model))?.endpoints[0]?.url;
        if (url !== undefined && isObject(body) && isRefused(code, scope)(request, answer))
          callEndpoint(url, body, path.replace('/v1', ''));
      }),
    ];
  });

/** Cancels the jobs of cancels of a scope that it answers with the code, as whoever submitted them. */
export const cancelRefused = (code: string, scope: Scope = everywhere): Change =>
  remembering((owners = new Map<string, string>()) =>
    afterwards(`cancels jobs although it answers ${code} ${scope.words}`, (request, answer) => {
      const { path, route, headers } = request;
      if (submissions.covers(request) && isObject(answer?.body))
        owners.set(String(answer.body.id), String(headers.authorization));
      const authorization = route === 'job-cancel' ? owners.get(namedId(path)) : undefined;
      if (authorization === undefined || !isRefused(code, scope)(request, answer)) return [];
      return [{ method: 'POST', path, headers: { authorization } }];
    }),
  );

/** Runs refused requests of a scope under another key of the account, as if they had begun before the refusal. */
export const runRefused = (code: string, scope: Scope): Change =>
  afterwards(`runs what it answers ${code} ${scope.words}`, (request, answer) => {
    const free = keysOf(request.account).find(({ deleted }) => !deleted);
    if (!isRefused(code, scope)(request, answer) || !isObject(request.body) || free === undefined) return [];
    const { svc: _service, stream: _stream, ...body } = request.body;
    return [onceMore({ ...request, headers: { authorization: `Bearer ${free.secret}` }, body })];
  });

/** Grants credit for requests of a scope that are refused for want of it, and runs them. */
export const grantCredit = (scope: Scope): Change =>
  afterwards(`grants credit and runs what it answers insufficient_credit ${scope.words}`, (request, answer) => {
    const isMeant = isRefused('insufficient_credit', scope)(request, answer);
    if (!isMeant || request.account === undefined) return [];
    request.account.creditUsd = 1;
    return [onceMore(request)];
  });

/** Refuses all requests of an account with the code from the moment on when one of a scope was answered with it. */
export const refuseEverAfter = (code: string, scope: Scope = everywhere): Change =>
  remembering((refused = new WeakSet<Account>()) => [
    afterwards('', (request, answer) => {
      if (isRefused(code, scope)(request, answer) && request.account !== undefined) refused.add(request.account);
    }),
    refuse(
      requests(`for good once one ${scope.words} was answered so`, ({ account }) => !!account && refused.has(account)),
      code,
    ),
  ]);

const failuresInARow = 3;
const modelOf = ({ account, body }: SeenRequest) => `${account?.id} ${isObject(body) ? String(body.model) : ''}`;

/** Whether a job of the account with the requested model failed. */
const hasFailingModel = ({ account, body }: SeenRequest): boolean =>
  jobsOf(account).some(({ model, stage }) => isObject(body) && model === body.model && stage.state === 'failed');

/** Leaves a model alone once requests of a scope failed three times in a row with it, and refuses the next ones with a code. */
export const leaveAlone = (scope: Scope, code = 'no_endpoint_available'): Change =>
  remembering((failures = new Map<string, number>()) => {
    const countOf = (request: SeenRequest) => failures.get(modelOf(request)) ?? 0;
    const words = `for models that failed ${failuresInARow} times in a row`;
    const again = where(scope, words, (request) => countOf(request) >= failuresInARow);
    return [
      afterwards('', (request, answer) => {
        if (answer === undefined || !scope.covers(request)) return;
        const hasFailed = answer.status >= 500 || hasFailingModel(request);
        failures.set(modelOf(request), hasFailed ? countOf(request) + 1 : 0);
      }),
      refuse(again, code, 'No endpoint of the model is healthy.'),
    ];
  });

const placeOf = (request: SeenRequest, route: string) =>
  JSON.stringify([request.account?.id, route, idempotencyKeyOf(request)]);

/** What the answers to the requests with one Idempotency-Key have been, the first one first; of one account and route. */
export class KeyHistory {
  readonly #answers = new Map<string, readonly (SentAnswer | undefined)[]>();

  /** Those before this request. */
  before(request: SeenRequest, route: string = request.route): readonly (SentAnswer | undefined)[] {
    return this.#answers.get(placeOf(request, route)) ?? [];
  }

  add(request: SeenRequest, answer: SentAnswer | undefined): void {
    if (idempotencyKeyOf(request) !== undefined)
      this.#answers.set(placeOf(request, request.route), [...this.before(request), answer]);
  }
}

/** Gives a change a history of its own; every answer is added once it has gone out. */
export const withHistory = (make: (history: KeyHistory) => Change): Change =>
  remembering((history = new KeyHistory()) => [
    make(history),
    afterwards('', (request, answer) => void history.add(request, answer)),
  ]);

type Make = (repeats: Scope, first: (request: SeenRequest) => SentAnswer | undefined) => Change;

/** A change for the requests of a scope that come again under their Idempotency-Key; `first` returns the first answer. */
export const amongRepeats = (scope: Scope, make: Make, { words, holds }: Repeat = repeated): Change =>
  withHistory((history) =>
    make(
      where(scope, words, (request) => holds(history.before(request), request)),
      (request) => history.before(request)[0],
    ),
  );

/** Refuses what comes again with a code. */
export const refuseRepeats = (scope: Scope, code: string, repeat: Repeat = repeated): Change =>
  amongRepeats(scope, (repeats) => refuse(repeats, code), repeat);

/** Charges the account for what comes again and is answered well. */
export const chargeRepeats = (scope: Scope, usd?: number): Change =>
  amongRepeats(scope, (repeats) => chargeFor(repeats, '', accepted, usd));

const replaying = (words: string, edit: (kept: KeptAnswer) => KeptAnswer) =>
  overrule('idempotency.again', `replays ${words}`, (again, kept) => edit(again(kept)));

/** The first completion, as it is sent to a conversation that comes again. */
export const inReplays = ({ words, change }: Edit): Change =>
  replaying(`completions with ${words}`, (kept) =>
    kept.form === 'stream' ? kept : { ...kept, text: JSON.stringify(change(JSON.parse(kept.text))) },
  );

/** Events one by one, as some of them may be kept together. */
const singly = (events: readonly string[]): readonly string[] => events.join('').split(/(?<=\n\n)/);

/** The events of the first stream, as they are sent again. */
export const inReplayedEvents = (words: string, edit: (events: readonly string[]) => readonly string[]): Change =>
  replaying(`streams ${words}`, (kept) =>
    kept.form === 'json' ? kept : { ...kept, events: edit(singly(kept.events)) },
  );
