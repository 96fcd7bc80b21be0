import { NotArranged } from '../../check/setup-failed.ts';
import type { RunClock } from '../../clock/run-clock.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Recorder } from '../../exchange/recorder.ts';
import { keptAuthority } from '../../receiver/kept-authority.ts';
import { Receiver } from '../../receiver/receiver.ts';
import type { ReceiverEndpoint } from '../../receiver/receiver-endpoint.ts';
import type { StandingWebhook } from '../testbed.ts';
import { idsOfDelivery, jobIdsOf } from './delivery-ids.ts';
import type { WiredWebhook } from './static-profile.ts';

/** The webhook endpoints that a target had before the run, each held by one case at a time. */
export class StandingWebhooks {
  readonly #wired: readonly WiredWebhook[];
  readonly #receivers: ReadonlyMap<number, Receiver>;
  readonly #held = new Set<WiredWebhook>();
  /** Jobs and events of cases that are over: what is delivered of them belongs to nobody. */
  readonly #past = new Set<string>();

  private constructor(wired: readonly WiredWebhook[], receivers: ReadonlyMap<number, Receiver>) {
    this.#wired = wired;
    this.#receivers = receivers;
  }

  /** Opens the ports. Rejects with the system's error when one is taken, and with `AuthorityFileError`. */
  static async open(
    wired: readonly WiredWebhook[],
    options: { readonly host: string; readonly clock: RunClock; readonly nonce: string },
  ): Promise<StandingWebhooks> {
    const receivers = new Map<number, Receiver>();
    try {
      for (const { port, tls, caFile } of wired) {
        if (receivers.has(port)) continue;
        const names = wired.filter((one) => one.port === port).map(({ url }) => new URL(url).hostname);
        const authority =
          caFile === undefined || !tls ? {} : { authority: await keptAuthority(caFile, options.clock, options.nonce) };
        // What comes late from an earlier case is taken off the target's hands.
        receivers.set(port, await Receiver.open({ ...options, ...authority, port, tls, names, strayStatus: 200 }));
      }
    } catch (error) {
      await Promise.all([...receivers.values()].map((receiver) => receiver.close()));
      throw error;
    }
    return new StandingWebhooks(wired, receivers);
  }

  /** Takes a free endpoint: one in the middle of a rotation, or one that was never rotated. Throws `NotArranged` when there is none. */
  take(rotating: boolean): StandingWebhook {
    const fitting = this.#wired.filter((one) => (one.previousSecret !== undefined) === rotating);
    const wired = fitting.find((one) => !this.#held.has(one));
    const receiver = wired === undefined ? undefined : this.#receivers.get(wired.port);
    if (wired === undefined || receiver === undefined) {
      const what = rotating ? 'with a previous_secret' : 'that was never rotated';
      throw new NotArranged(
        `the profile has no ${fitting.length === 0 ? '' : 'further '}endpoint ${what}: add one under webhooks`,
      );
    }
    this.#held.add(wired);
    const { url, secret, previousSecret } = wired;
    return {
      url,
      secret,
      previousSecret,
      open: (recorder) => this.#open(receiver, url, recorder),
      close: (endpoint) => {
        for (const delivery of endpoint.deliveries()) this.#forget(idsOfDelivery(delivery.request.body));
        receiver.remove(endpoint);
        this.#held.delete(wired);
      },
    };
  }

  /** The jobs of a case that is over. */
  pass(exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) this.#forget(jobIdsOf(exchange));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#receivers.values()].map((receiver) => receiver.close()));
  }

  #open(receiver: Receiver, url: string, recorder: Recorder): ReceiverEndpoint {
    const accepts = (body: Uint8Array) => idsOfDelivery(body).every((id) => !this.#past.has(id));
    return receiver.endpoint(recorder, { url, accepts });
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.#past.add(id);
  }
}
