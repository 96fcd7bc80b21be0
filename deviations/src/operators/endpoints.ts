import type { Account, DeliveryOf, Job, JobFinished, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import { type DeliveryScope, deliveries } from '../scopes/deliveries.ts';
import { everywhere } from '../scopes/requests.ts';

type Choose = (own: readonly WebhookEndpoint[], of: JobFinished, all: Iterable<Account>) => readonly WebhookEndpoint[];

type OfFinished = DeliveryScope<{ readonly finished: JobFinished }>;

/** The endpoints that get an event. */
export const sendTo = (words: string, choose: Choose, scope: OfFinished = everywhere): Change =>
  overrule('webhooks.recipients', `sends events to ${words} ${scope.words}`, (recipients, finished, all) => {
    const own = recipients(finished, all);
    return scope.covers({ finished }) ? choose(own, finished, all) : own;
  });

/** Sends nothing in a scope. */
export const withhold = (scope: DeliveryScope<DeliveryOf>): Change =>
  overrule('webhooks.recipients', `sends no events ${scope.words}`, (recipients, finished, all) =>
    recipients(finished, all).filter((endpoint) => !scope.covers({ finished, endpoint })),
  );

/** Sends nothing where a condition holds. */
export const withholdWhere = (words: string, covers: (of: DeliveryOf) => boolean): Change =>
  withhold(deliveries(words, covers));

/** Sends nothing about jobs for which a condition holds. */
export const withholdJobs = (words: string, holds: (job: Job) => boolean): Change =>
  withholdWhere(`about ${words}`, ({ finished }) => holds(finished.job));

type Urls = RegExp | ((url: string) => boolean);
const match = (urls: Urls, url: string): boolean => (typeof urls === 'function' ? urls(url) : urls.test(url));

/** Registers URLs, whatever speaks against them. */
export const acceptUrls = (words: string, urls: Urls): Change =>
  overrule('webhooks.urlProblem', `registers ${words}`, (urlProblem, url, ...of) =>
    match(urls, url) ? undefined : urlProblem(url, ...of),
  );

/** Refuses good URLs. */
export const refuseUrls = (words: string, urls: Urls): Change =>
  overrule('webhooks.urlProblem', `refuses ${words}`, (urlProblem, url, ...of) => {
    return urlProblem(url, ...of) ?? (match(urls, url) ? 'is not allowed' : undefined);
  });
