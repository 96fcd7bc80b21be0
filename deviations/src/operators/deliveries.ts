import type {
  Account,
  Attempt,
  DeliveryOf,
  Job,
  JobFinished,
  WebhookBehaviour,
  WebhookEndpoint,
} from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import { type Edit, type JsonObject, set } from '../edits/fields.ts';
import { type DeliveryScope, deliveries, everyDelivery } from '../scopes/deliveries.ts';

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
