import type { Exchange } from '../exchange/exchange.ts';

const tooManyRequests = 429;

/** Whether an answer says nothing of what was sent, and that it may come again: a 5xx or 429. */
export function isTroubled({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && (response.status >= 500 || response.status === tooManyRequests);
}
