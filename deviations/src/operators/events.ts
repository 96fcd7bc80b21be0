import type { Account, Attempt, Job, SeenRequest, SentAnswer, WebhookBehaviour } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, decide, overrule } from '../change.ts';
import { type Edit, type JsonObject, mapFields, set } from '../edits/fields.ts';
import { keysOf } from '../requests/seen.ts';
import { everyDelivery } from '../scopes/deliveries.ts';
import type { Scope } from '../scopes/requests.ts';

/** A job that nobody submitted. */
export function inventedJob(account: Account): Job | undefined {
  const [key] = keysOf(account);
  const [id, createdAtMs, model] = [account.ids.next('job_'), account.clock.now(), 'gateproof/echo'];
  const generation = { id: account.ids.next('gen_'), kind: 'job', model, chargedUsd: 0, errorCode: null } as const;
  const error = { code: 'invalid_request', scope: null, message: 'No.' };
  const stage = { state: 'failed', startedAtMs: createdAtMs, completedAtMs: createdAtMs, error } as const;
  const asked = { kind: 'image', modality: 'image', requestedModel: model, model, isZdr: false } as const;
  const rest = { retryOf: undefined, origin: 'http://127.0.0.1', cancelRequested: false, work: undefined };
  return key && { id, createdAtMs, key, generation, stage, ...asked, ...rest, abort: new AbortController() };
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
export const inEvents = (edit: Edit, scope = everyDelivery): Change =>
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

type EditMessage = (message: Message, attempt: Attempt) => Partial<Message>;

/** Messages as they go out, signed. */
export const inMessages = (words: string, edit: EditMessage, scope = everyDelivery): Change =>
  overrule('webhooks.message', `delivers ${words} ${scope.words}`, (message, first, attempt) => {
    const present = message(first, attempt);
    return scope.covers(attempt) ? { ...present, ...edit(present, attempt) } : present;
  });

const headersOf = (headers: JsonObject) => mapFields(headers, String) as Message['headers'];

/** The headers of deliveries; `*-Event`, `*-Delivery` and `*-Signature` stand for the service's own. */
export const inHeaders = (edit: Edit, scope = everyDelivery): Change =>
  inMessages(`with ${edit.words}`, ({ headers }) => ({ headers: headersOf(edit.change(headers)) }), scope);

type ValueOf = (attempt: Attempt) => string;

/** One header, whose value depends on the attempt. */
export const inHeader = (name: string, words: string, value: ValueOf, scope = everyDelivery): Change =>
  inMessages(
    `with ${name} ${words}`,
    ({ headers }, attempt) => ({ headers: headersOf(set(name, value(attempt)).change(headers)) }),
    scope,
  );
