import type {
  Account,
  Attempt,
  DeliveryOf,
  Job,
  JobFinished,
  SeenRequest,
  SentAnswer,
  WebhookBehaviour,
  WebhookEndpoint,
} from '@gateproof/simulator/behaviour';
import { afterwards, type Change, decide, overrule } from '../change.ts';
import { type Edit, type JsonObject, set } from '../edits/fields.ts';
import { type DeliveryScope, deliveries, everyDelivery } from '../scopes/deliveries.ts';
import type { Scope } from '../scopes/requests.ts';

/** A job that nobody submitted. */
export function inventedJob(account: Account): Job | undefined {
  const [key] = account.keys.values();
  if (key === undefined) return undefined;
  const nowMs = account.clock.now();
  const generation = {
    id: account.ids.next('gen_'),
    kind: 'job' as const,
    model: 'gateproof/echo',
    chargedUsd: 0,
    errorCode: null,
  };
  const error = { code: 'invalid_request', scope: null, message: 'No.' };
  return {
    id: account.ids.next('job_'),
    kind: 'image',
    modality: 'image',
    requestedModel: 'gateproof/echo',
    model: 'gateproof/echo',
    createdAtMs: nowMs,
    isZdr: false,
    retryOf: undefined,
    origin: 'http://127.0.0.1',
    key,
    generation,
    stage: { state: 'failed', startedAtMs: nowMs, completedAtMs: nowMs, error },
    cancelRequested: false,
    abort: new AbortController(),
    work: undefined,
  };
}

type Which = (request: SeenRequest, answer: SentAnswer | undefined) => Job | undefined;

/** Sends an event about a job once a request has been answered, beside the events of jobs that end. */
export const announce = (words: string, which: Which): Change =>
  afterwards(`sends an event ${words}`, (request, answer) => {
    const job = which(request, answer);
    if (job !== undefined) request.announce(job);
  });

/** Sends an event about a job that nobody submitted, where the answer has a status from `from` up to but without `to`; streams have 200. */
export const announceStray = (scope: Scope, from = 200, to = 600): Change =>
  announce(`${scope.words} with ${from} to ${to - 1}`, (request, answer) => {
    const status = answer?.status ?? 200;
    const isMeant = scope.covers(request) && status >= from && status < to;
    return isMeant && request.account !== undefined ? inventedJob(request.account) : undefined;
  });

type EventFacts = Parameters<WebhookBehaviour['event']>[0];

/** The bodies of events, before they are signed. */
export const inEvents = (edit: Edit, scope: DeliveryScope = everyDelivery): Change =>
  overrule('webhooks.event', `sends events with ${edit.words} ${scope.words}`, (event, facts, attempt) => {
    const present = event(facts, attempt);
    return scope.covers(attempt) ? edit.change(present) : present;
  });

/** The text of bodies, before it is signed. */
export const inBodies = (words: string, write: (json: string, event: JsonObject) => string): Change =>
  overrule('webhooks.serialise', `sends bodies ${words}`, (serialise, event) => write(serialise(event), event));

/** Makes a part of deliveries anew for each attempt, or keeps it. */
export function renew(part: keyof WebhookBehaviour['renews'], isRenewed = true): Change {
  const words = `${isRenewed ? 'makes' : 'keeps'} ${part} ${isRenewed ? 'anew for each attempt' : 'on retries'}`;
  return decide('webhooks', words, ({ renews }) => ({ renews: { ...renews, [part]: isRenewed } }));
}

/** Event ids made of what events are about. */
export const makeEventIds = (words: string, make: (facts: EventFacts) => unknown): Change =>
  overrule('webhooks.event', `makes event ids ${words}`, (event, facts, attempt) =>
    event({ ...facts, id: `evt_${String(make(facts))}` }, attempt),
  );

type Message = Parameters<WebhookBehaviour['message']>[0];

/** Messages as they go out, signed. */
export const inMessages = (
  words: string,
  edit: (message: Message, attempt: Attempt) => Partial<Message>,
  scope: DeliveryScope = everyDelivery,
): Change =>
  overrule('webhooks.message', `delivers ${words} ${scope.words}`, (message, first, attempt) => {
    const present = message(first, attempt);
    return scope.covers(attempt) ? { ...present, ...edit(present, attempt) } : present;
  });

const headersOf = (headers: JsonObject): Message['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The headers of deliveries; `*-Event`, `*-Delivery` and `*-Signature` stand for the service's own. */
export const inHeaders = (edit: Edit, scope: DeliveryScope = everyDelivery): Change =>
  inMessages(`with ${edit.words}`, ({ headers }) => ({ headers: headersOf(edit.change(headers)) }), scope);

/** One header, whose value depends on the attempt. */
export function inHeader(
  name: string,
  words: string,
  value: (attempt: Attempt) => string,
  scope: DeliveryScope = everyDelivery,
): Change {
  const edited = ({ headers }: Message, attempt: Attempt) => headersOf(set(name, value(attempt)).change(headers));
  return inMessages(`with ${name} ${words}`, (message, attempt) => ({ headers: edited(message, attempt) }), scope);
}

/** The endpoints that get an event. */
export const sendTo = (
  words: string,
  choose: (
    own: readonly WebhookEndpoint[],
    finished: JobFinished,
    all: Iterable<Account>,
  ) => readonly WebhookEndpoint[],
  scope: DeliveryScope<{ readonly finished: JobFinished }> = everyDelivery,
): Change =>
  overrule('webhooks.recipients', `sends events to ${words} ${scope.words}`, (recipients, finished, all) => {
    const own = recipients(finished, all);
    return scope.covers({ finished }) ? choose(own, finished, all) : own;
  });

/** Sends nothing in a scope. */
export const withhold = (scope: DeliveryScope<DeliveryOf>): Change =>
  overrule('webhooks.recipients', `sends no events ${scope.words}`, (recipients, finished, all) =>
    recipients(finished, all).filter((endpoint) => !scope.covers({ finished, endpoint })),
  );

/** Sends nothing about jobs for which a condition holds. */
export const withholdJobs = (words: string, holds: (job: Job) => boolean): Change =>
  withholdWhere(`about ${words}`, ({ finished }) => holds(finished.job));

/** Sends nothing where a condition holds. */
export function withholdWhere(words: string, covers: (of: DeliveryOf) => boolean): Change {
  return withhold(deliveries(words, covers));
}
