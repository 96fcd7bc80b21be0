import { type Exchange, headerOf, type JsonObject, NotExercised, type World } from '@gateproof/harness';
import { isFilledString } from './json.ts';

/** Whoever opens a link follows no more redirects in a row. */
const mostRedirects = 5;

/**
 * Opens the link of an output item, and what it redirects to: the file may lie elsewhere (freedom F145). The redirect itself where that can't be
 * reached from here; `NotExercised` when the item has no link that this machine can reach.
 */
export async function openLink(world: World, item: JsonObject | undefined): Promise<Exchange> {
  const url = item?.url;
  if (!isFilledString(url) || !/^https?:\/\/[^/]/.test(url)) throw new NotExercised('the output has no http link');
  let exchange = await world.download(url);
  if (exchange.response === undefined)
    throw new NotExercised(`the link's host can not be reached from here (${exchange.trouble ?? exchange.ending})`);
  for (let redirects = 0; redirects < mostRedirects; redirects += 1) {
    const next = redirectOf(exchange);
    const followed = next === undefined ? undefined : await world.download(next);
    if (followed?.response === undefined) break;
    exchange = followed;
  }
  return exchange;
}

/** Where an answer redirects a read to; undefined where it does not, or to what is no http URL. */
function redirectOf(exchange: Exchange): string | undefined {
  const location = headerOf(exchange, 'location');
  if (location === undefined || ![301, 302, 303, 307, 308].includes(exchange.response?.status ?? 0)) return undefined;
  const next = URL.canParse(location, exchange.request.url) ? new URL(location, exchange.request.url) : undefined;
  return next !== undefined && /^https?:$/.test(next.protocol) ? next.href : undefined;
}

/** The file behind a link; `NotExercised` when it does not open, which is another rule's business. */
export async function openFile(
  world: World,
  item: JsonObject | undefined,
): Promise<{ readonly exchange: Exchange; readonly bytes: Uint8Array }> {
  const exchange = await openLink(world, item);
  if (exchange.response?.status !== 200 || exchange.ending !== 'complete')
    throw new NotExercised('the link does not open');
  return { exchange, bytes: exchange.response.body };
}
