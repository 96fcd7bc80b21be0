import { type Change, decide } from '../change.ts';

type Urls = RegExp | ((url: string) => boolean);

const match = (urls: Urls, url: string): boolean => (typeof urls === 'function' ? urls(url) : urls.test(url));

/** Registers URLs, whatever speaks against them. */
export function acceptUrls(words: string, urls: Urls): Change {
  return decide('webhooks', `registers ${words}`, ({ urlProblem }) => ({
    urlProblem: (url, ...of) => (match(urls, url) ? undefined : urlProblem(url, ...of)),
  }));
}

/** Refuses good URLs. */
export function refuseUrls(words: string, urls: Urls): Change {
  return decide('webhooks', `refuses ${words}`, ({ urlProblem }) => ({
    urlProblem: (url, ...of) => urlProblem(url, ...of) ?? (match(urls, url) ? 'is not allowed' : undefined),
  }));
}
