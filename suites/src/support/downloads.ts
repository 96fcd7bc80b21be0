import { type Exchange, type JsonObject, NotExercised, type World } from '@gateproof/harness';
import { isFilledString } from './json.ts';

/** Opens the link of an output item; `NotExercised` when it has none that this machine can reach. */
export async function openLink(world: World, item: JsonObject | undefined): Promise<Exchange> {
  const url = item?.url;
  if (!isFilledString(url) || !/^https?:\/\/[^/]/.test(url)) throw new NotExercised('the output has no http link');
  const exchange = await world.download(url);
  if (exchange.response === undefined)
    throw new NotExercised(`the link's host can not be reached from here (${exchange.trouble ?? exchange.ending})`);
  return exchange;
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
