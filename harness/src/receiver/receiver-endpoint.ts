import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunClock } from '../clock/run-clock.ts';
import type { Ending, Exchange, Header, SentRequest, WebhookFacts } from '../exchange/exchange.ts';
import type { Recorder } from '../exchange/recorder.ts';
import { type GivenAnswer, giveAnswer } from './receiver-answer.ts';
import type { ReceiverAnswer } from './webhook-endpoint.ts';

const defaultWaitMs = 5_000;
const servedAtOnce: ReceiverAnswer = { kind: 'status', status: 200 };

/** The receiver's side of one webhook endpoint: what was delivered to its URL, and how that is answered. */
export class ReceiverEndpoint {
  /** The URL to register. */
  readonly url: string;
  /** What is known of the endpoint; goes with each of its deliveries. */
  facts: WebhookFacts | undefined;
  /** True when it was registered before the run. */
  readonly isStanding: boolean;
  readonly #accepts: ((body: Uint8Array) => boolean) | undefined;
  readonly #clock: RunClock;
  readonly #recorder: Recorder;
  readonly #deliveries: Exchange[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #open = new Set<() => void>();
  #answers: readonly ReceiverAnswer[] = [servedAtOnce];
  #held: (() => void)[] = [];
  #closed = false;

  /** `accepts` is false for a body that belongs to another case; a `url` was registered beforehand. */
  constructor(
    url: string,
    clock: RunClock,
    recorder: Recorder,
    place: { readonly url?: string; readonly accepts?: (body: Uint8Array) => boolean } = {},
  ) {
    this.url = url;
    this.isStanding = place.url !== undefined;
    this.#accepts = place.accepts;
    this.#clock = clock;
    this.#recorder = recorder;
  }

  /** Delivery n (from 1) is answered by the n-th answer, later ones by the last. Throws `RangeError` without any. */
  answer(...answers: readonly ReceiverAnswer[]): void {
    if (answers.length === 0) throw new RangeError('cannot set the answers of a webhook endpoint: wanted at least one');
    this.#answers = answers;
  }

  /** Gives the answers that are held back. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const write of held) write();
  }

  /**
   * Deliveries in the order of arrival. One that is not answered yet stands as `timeout`, and so does one whose sender gave up waiting;
   * `closed` is one that we cut.
   */
  deliveries(): readonly Exchange[] {
    return [...this.#deliveries];
  }

  /** Resolves true once `count` deliveries have arrived, false when `limitMs` of real time passed first or the endpoint was closed. */
  received(count: number, limitMs = defaultWaitMs): Promise<boolean> {
    const enough = () => this.#deliveries.length >= count;
    if (enough() || this.#closed) return Promise.resolve(enough());
    return new Promise((resolve) => {
      const settle = () => {
        cancel();
        this.#waiting.delete(look);
        resolve(enough());
      };
      const look = () => {
        if (enough() || this.#closed) settle();
      };
      const cancel = this.#clock.after(limitMs, settle);
      this.#waiting.add(look);
    });
  }

  /** Whether a body is for this case. */
  accepts(body: Uint8Array): boolean {
    return this.#accepts?.(body) ?? true;
  }

  /** Takes one delivery whose body has arrived whole. */
  take(sent: SentRequest, message: IncomingMessage, response: ServerResponse): void {
    if (this.#closed) {
      response.destroy();
      return;
    }
    const id = this.#recorder.begin();
    const place = this.#deliveries.length;
    let ended = false;
    const keep = (ending: Ending, more: { answer?: GivenAnswer; trouble?: string } = {}) => {
      if (ended) return;
      ended = ending !== 'timeout' || more.trouble !== undefined;
      const delivery = deliveryOf(id, sent, ending, this.#clock.nowMs(), more);
      const exchange = this.facts === undefined ? delivery : { ...delivery, webhook: this.facts };
      this.#deliveries[place] = exchange;
      this.#recorder.record(exchange);
    };
    keep('timeout');
    const answer = this.#answers[Math.min(place, this.#answers.length - 1)] ?? servedAtOnce;
    const forget = giveAnswer(
      answer,
      response,
      this.#clock,
      {
        given: (given) => keep('complete', { answer: given }),
        cut: (how) => keep('closed', { trouble: `the receiver closed the connection ${how}` }),
      },
      (write) => this.#held.push(write),
    );
    const drop = () => {
      forget();
      message.destroy();
    };
    this.#open.add(drop);
    response.on('close', () => {
      this.#open.delete(drop);
      forget();
      keep('timeout', { trouble: 'the sender closed the connection before it was answered' });
    });
    for (const look of [...this.#waiting]) look();
  }

  /** Ends open deliveries and waits; what arrives later goes nowhere. */
  close(): void {
    this.#closed = true;
    for (const drop of [...this.#open]) drop();
    for (const look of [...this.#waiting]) look();
  }
}

function deliveryOf(
  id: string,
  request: SentRequest,
  ending: Ending,
  endedAtMs: number,
  { answer, trouble }: { answer?: GivenAnswer; trouble?: string },
): Exchange {
  const headers: readonly Header[] = answer?.headers ?? [];
  const response = answer && {
    status: answer.status,
    headers,
    body: new Uint8Array(),
    arrivals: [],
    headersAtMs: answer.atMs,
  };
  return {
    id,
    side: 'delivery',
    request,
    ...(response === undefined ? {} : { response }),
    ending,
    ...(trouble === undefined ? {} : { trouble }),
    endedAtMs,
  };
}
