import type { Exchange } from '../exchange/exchange.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { RecordingClient, type RecordingClientOptions } from '../exchange/recording-client.ts';
import type { WireRequest } from '../exchange/wire-request.ts';
import type { RequestBudget } from './request-budget.ts';

/** A client that sends no more than a budget allows. */
export class BudgetedClient extends RecordingClient {
  readonly #budget: RequestBudget;

  constructor(options: RecordingClientOptions, budget: RequestBudget) {
    super(options);
    this.#budget = budget;
  }

  /** As ever; rejects with `BudgetSpent` when the budget is spent. */
  override async send(wire: WireRequest, recorder: Recorder): Promise<Exchange> {
    this.#budget.spend();
    return super.send(wire, recorder);
  }

  protected override maySendAgain(): boolean {
    if (this.#budget.sent >= this.#budget.limit) return false;
    this.#budget.spend();
    return true;
  }
}
