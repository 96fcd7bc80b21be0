import { patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';

type Urls = RegExp | ((url: string) => boolean);

const match = (urls: Urls, url: string): boolean => (typeof urls === 'function' ? urls(url) : urls.test(url));

/** Registers URLs, whatever speaks against them. */
export function acceptUrls(words: string, urls: Urls): Change {
  return {
    summary: `registers ${words}`,
    apply: patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url, ...of) => (match(urls, url) ? undefined : urlProblem(url, ...of)),
    })),
  };
}

/** Refuses good URLs. */
export function refuseUrls(words: string, urls: Urls): Change {
  return {
    summary: `refuses ${words}`,
    apply: patch('webhooks', ({ urlProblem }) => ({
      urlProblem: (url, ...of) => urlProblem(url, ...of) ?? (match(urls, url) ? 'is not allowed' : undefined),
    })),
  };
}
