import type { Exchange } from '../exchange/exchange.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import type { CostRecord } from '../result/result-document.ts';

const generating: ReadonlySet<RouteName> = new Set(['chat', 'image', 'transcription']);

/** Counts what the requests of a run made providers do, with the tokens that replies report. */
export class Spending {
  #cost: CostRecord = { generations: 0, reported: 0, promptTokens: 0, completionTokens: 0 };

  get cost(): CostRecord {
    return this.#cost;
  }

  /** Takes the exchanges of one attempt at a case, whatever it came to. */
  take(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) if (isGeneration(exchange)) this.#add(usageOf(exchange));
  }

  #add(usage: JsonObject | undefined): void {
    const { generations, reported, promptTokens, completionTokens } = this.#cost;
    this.#cost = {
      generations: generations + 1,
      reported: reported + (usage === undefined ? 0 : 1),
      promptTokens: promptTokens + numberIn(usage?.prompt_tokens),
      completionTokens: completionTokens + numberIn(usage?.completion_tokens),
    };
  }
}

/** A chat or a submission that was served: what a provider is paid for. */
function isGeneration(exchange: Exchange): boolean {
  const route = likelyRouteOf(exchange);
  const status = exchange.response?.status ?? 0;
  return route !== undefined && generating.has(route) && status >= 200 && status < 300;
}

/** The `usage` of a reply, or of the last chunk that has one. */
function usageOf(exchange: Exchange): JsonObject | undefined {
  const chunks = streamOf(exchange).chunks.map(({ json }) => json.usage);
  const usage = objectOf(exchange)?.usage ?? chunks.findLast(isObject);
  return isObject(usage) ? usage : undefined;
}

function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
