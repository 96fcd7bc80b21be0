import type { CaseWorld } from '../check/case-world.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { JsonObject } from '../exchange/json.ts';
import { besideControl } from './beside-control.ts';
import { controlServed } from './control.ts';
import { expectServed } from './expect-served.ts';

/**
 * States that a request was served although, or because, of what the rule is about, as `expectServed` says it. Where it was not, `plain` is
 * sent, which asks for the same without that, and must be served for the break to count.
 */
export function expectServedBeside(
  world: CaseWorld,
  exchange: Exchange,
  plain: () => Promise<Exchange>,
): Promise<JsonObject> {
  return besideControl(
    () => expectServed(world, exchange),
    async () => controlServed(await plain()),
  );
}
