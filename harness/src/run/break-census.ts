import { type ServiceNames, serviceNames } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { codeOf } from '../exchange/json-of.ts';
import { isToTarget } from '../exchange/route-of.ts';
import type { AnsweredExchange, Repair } from '../repair/repair.ts';
import { type Circumstances, circumstancesOf, whereSeen } from './circumstances.ts';
import { type Fix, fixesOf } from './fix.ts';

interface Seen {
  readonly shown: Map<string, Circumstances>;
  readonly notShown: Map<string, Circumstances>;
  example: Exchange | undefined;
}

/** Answers beyond these show nothing new, and need room. */
const mostSamples = 200;

/** Under which circumstances the answers of a run need a fix, and under which they do not. */
export class BreakCensus {
  readonly #fixes: readonly Fix[];
  readonly #target: { readonly baseUrl: string; readonly names: ServiceNames };
  readonly #seen: ReadonlyMap<string, Seen>;
  readonly #samples = new Map<string, Exchange>();

  constructor(repairs: readonly Repair[], { baseUrl, prefix }: { readonly baseUrl: string; readonly prefix: string }) {
    this.#fixes = fixesOf(repairs);
    this.#target = { baseUrl, names: serviceNames(prefix) };
    this.#seen = new Map(
      this.#fixes.map(({ id }) => [id, { shown: new Map(), notShown: new Map(), example: undefined }]),
    );
  }

  /** Takes the answers of one case in. */
  take(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges)
      if (isAnswered(exchange) && isToTarget(exchange, this.#target.baseUrl))
        for (const fix of this.#fixes) this.#look(fix, exchange, exchanges);
  }

  /** Where the fix was needed, as a sentence, and an answer that needs it. */
  whereabouts({ id }: Fix): { readonly where: string | undefined; readonly example: Exchange | undefined } {
    const seen = this.#seen.get(id);
    if (seen === undefined) return { where: undefined, example: undefined };
    const { shown, notShown, example } = seen;
    return { where: whereSeen([...shown.values()], [...notShown.values()]), example };
  }

  /** Answers that need a fix: one for each fix, circumstance and error code. */
  samples(): readonly Exchange[] {
    return [...new Set(this.#samples.values())];
  }

  #look({ id, repairs }: Fix, exchange: AnsweredExchange, ofCase: readonly Exchange[]): void {
    const seen = this.#seen.get(id);
    const concerned = repairs.filter(({ concerns }) => concerns.includes(exchange));
    const [first] = concerned;
    if (seen === undefined || first === undefined) return;
    const [mended] = concerned.flatMap((repair) => repair.mend(exchange, this.#target.names) ?? []);
    const isShown = mended !== undefined;
    // The repaired answer shows its circumstances better: the break may have changed its form.
    const meant = isShown ? { ...exchange, response: mended } : exchange;
    const circumstances = circumstancesOf(meant, ofCase, first.concerns.failedStreams);
    const key = JSON.stringify(circumstances);
    (isShown ? seen.shown : seen.notShown).set(key, circumstances);
    if (!isShown) return;
    seen.example ??= exchange;
    const sample = `${id} ${key} ${codeOf(exchange)}`;
    if (this.#samples.size < mostSamples && !this.#samples.has(sample)) this.#samples.set(sample, exchange);
  }
}

function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response !== undefined;
}
