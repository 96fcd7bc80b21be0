import { type Change, overrule } from '../change.ts';

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
