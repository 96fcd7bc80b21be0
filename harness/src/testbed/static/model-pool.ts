import type { ModelRequest } from '@gateproof/spec';
import { NotArranged } from '../../check/setup-failed.ts';
import type { ForwardingPort } from './forwarding-port.ts';
import type { WiredModel } from './static-profile.ts';

/** The wired models of a target, each held by one case at a time. */
export class ModelPool {
  /** Those that have been free for longest come first: what an ended case has set going may still call the endpoints of its models. */
  #models: readonly WiredModel[];
  readonly #ports: ReadonlyMap<number, ForwardingPort>;
  readonly #held = new Set<string>();

  constructor(models: readonly WiredModel[], ports: ReadonlyMap<number, ForwardingPort>) {
    this.#models = models;
    this.#ports = ports;
  }

  /** Takes a free model that fits. Throws `NotArranged` when the profile wires none. */
  take(wanted: ModelRequest): WiredModel {
    const fitting = this.#models.filter((model) => fits(model, wanted));
    const model = fitting.find(({ id }) => id === wanted.id) ?? fitting.find(({ id }) => !this.#held.has(id));
    if (model === undefined) throw new NotArranged(whyNot(wanted, fitting.length));
    this.#held.add(model.id);
    return model;
  }

  /** Leads the ports of a model that was taken to upstreams, in order. Rejects with the system's error when one of them can't be opened. */
  async wire(model: WiredModel, upstreams: readonly string[]): Promise<void> {
    await Promise.all(model.ports.map((port, place) => this.#ports.get(port)?.lead(upstreams[place])));
  }

  release(model: WiredModel): void {
    for (const port of model.ports) void this.#ports.get(port)?.lead(undefined);
    this.#held.delete(model.id);
    this.#models = [...this.#models.filter((one) => one !== model), model];
  }
}

function fits(model: WiredModel, wanted: ModelRequest): boolean {
  const hasWindow = wanted.context_window === undefined || model.contextWindow === wanted.context_window;
  const hasPrice = wanted.price_usd === undefined || model.priceUsd !== undefined;
  return model.modality === wanted.modality && model.ports.length === wanted.endpoints.length && hasWindow && hasPrice;
}

function whyNot({ modality, endpoints, context_window: window }: ModelRequest, fitting: number): string {
  const extra = window === undefined ? '' : ` and a context window of ${window} tokens`;
  const what = `${modality} model with ${endpoints.length} endpoint${endpoints.length === 1 ? '' : 's'}${extra}`;
  return fitting === 0
    ? `the profile wires no ${what}: add one under models`
    : `the profile wires only ${fitting} such models, and this case needs more: add another ${what} under models`;
}
