import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { clock } from '../clock.ts';
import type { ReceiverBehaviour, SeenDelivery, SeenEvent } from './receiver-behaviour.ts';

/** A receiver that listens on this machine. */
export interface ServedReceiver {
  readonly url: string;
  readonly observerUrl: string;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Serves a webhook receiver of the given behaviour, with an observer of its effects. */
export async function serveReceiver(behaviour: ReceiverBehaviour, secrets: readonly string[]): Promise<ServedReceiver> {
  const receiver = new ReceiverUnderTest(behaviour, secrets);
  return listen(receiver, (socket) => receiver.connected(socket));
}

/** Serves a receiver on a port of its own until it is closed. */
export async function listen(
  receiver: Pick<ReceiverUnderTest, 'serve' | 'restart'>,
  connected: (socket: Socket) => void = () => undefined,
): Promise<ServedReceiver> {
  // Who sends may go away in the middle of its request.
  const server = createServer(
    (request, response) => void receiver.serve(request, response).catch(() => response.destroy()),
  );
  server.on('connection', connected);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/hook`,
    observerUrl: `${origin}/effects`,
    restart: async () => receiver.restart(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

class ReceiverUnderTest {
  readonly #behaviour: ReceiverBehaviour;
  readonly #secrets: readonly string[];
  readonly #effects = new Map<string, number>();
  readonly #given = new Map<string, SeenEvent | undefined>();
  #before: SeenEvent | undefined;
  readonly #seen = new Map<string, number>();
  readonly #times = new Map<string, number>();
  readonly #connections = new Map<Socket, number>();
  readonly #underWay = new Set<string>();
  readonly #notedMs = new Map<string, number>();
  #restarts = 0;
  #warmMs = 0;
  #observesFromMs = 0;
  #handled = 0;
  #busy = 0;
  #last: Promise<number> = Promise.resolve(0);

  constructor(behaviour: ReceiverBehaviour, secrets: readonly string[]) {
    this.#behaviour = behaviour;
    this.#secrets = behaviour.secrets(secrets);
  }

  connected(socket: Socket): void {
    this.#connections.set(socket, this.#connections.size + 1);
  }

  restart(): void {
    this.#warmMs = clock.wallMs() + this.#behaviour.warmUpMs;
    this.#observesFromMs = clock.wallMs() + this.#behaviour.observerAwayMs;
    for (const [identity, before] of this.#seen)
      if (!this.#behaviour.survivesRestart(identity, this.#handled - before)) this.#seen.delete(identity);
    const savedMs = clock.wallMs() - this.#behaviour.savedAfterMs;
    for (const [identity, notedMs] of this.#notedMs) {
      if (notedMs <= savedMs) continue;
      if (this.#behaviour.repeatsUnsavedEffects) {
        this.#effects.set(identity, (this.#effects.get(identity) ?? 0) + 1);
        continue;
      }
      this.#seen.delete(identity);
      if (this.#behaviour.losesUnsavedEffects) this.#effects.delete(identity);
    }
    this.#restarts += 1;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://receiver');
    if (url.pathname === '/effects') {
      if (clock.wallMs() < this.#observesFromMs) return void response.writeHead(503).end();
      const id = url.searchParams.get('event') ?? '';
      response.end(JSON.stringify({ count: this.#effects.get(id) ?? 0, event: this.#given.get(id) }));
      return;
    }
    if (this.#behaviour.refusesEarly && request.headers['svc-signature'] === undefined) {
      response.writeHead(this.#behaviour.refused, { connection: 'close' }).end();
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    this.#busy += 1;
    const connection = this.#connections.get(request.socket) ?? 0;
    const work = () => this.#work(seen(request, Buffer.concat(pieces), connection));
    this.#last = this.#behaviour.oneByOne ? this.#last.then(work) : work();
    const status = await this.#last;
    this.#busy -= 1;
    if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere');
    const { retryAfterS, turnedAway } = this.#behaviour;
    if (retryAfterS !== undefined && status === turnedAway) response.setHeader('retry-after', retryAfterS);
    this.#behaviour.answer(response, status);
  }

  async #work(delivery: SeenDelivery): Promise<number> {
    const isTurnedAway =
      clock.wallMs() < this.#warmMs || this.#busy > this.#behaviour.capacity || this.#behaviour.turnsAway();
    if (isTurnedAway && this.#behaviour.notesTurnedAway) this.#note(delivery);
    const status = isTurnedAway ? this.#behaviour.turnedAway : await this.#receive(delivery);
    await clock.pause(this.#behaviour.answerAfterMs);
    return status;
  }

  async #receive(came: SeenDelivery): Promise<number> {
    if (this.#behaviour.verifiesAfterMs > 0) await clock.pause(this.#behaviour.verifiesAfterMs);
    const delivery = { ...came, body: this.#behaviour.body(came) };
    const event = parsed(delivery.body);
    const verified = this.#behaviour.isVerified(!this.#behaviour.rejects(delivery) && this.#verify(delivery), delivery);
    const accepted = verified && event !== undefined && this.#behaviour.understands(event);
    if (!accepted) {
      if (event !== undefined && this.#behaviour.handlesRefused(delivery)) await this.#handle(event, delivery);
      if (this.#behaviour.notesRefused) this.#note(delivery);
      return event === undefined ? this.#behaviour.unreadable : this.#behaviour.refused;
    }
    const id = String(event.id);
    if (this.#behaviour.underWay !== undefined && this.#underWay.has(id)) return this.#behaviour.underWay;
    this.#underWay.add(id);
    const isFirst = await this.#handle(event, delivery);
    this.#underWay.delete(id);
    await clock.pause(this.#behaviour.delayMs(event, !isFirst));
    return isFirst ? this.#behaviour.acknowledged : this.#behaviour.repeated;
  }

  /** Notes an event that is not handled, unless it is noted. */
  #note(delivery: SeenDelivery): void {
    const event = parsed(delivery.body);
    const identity = event && this.#behaviour.identity(event, delivery);
    if (identity !== undefined && !this.#seen.has(identity)) this.#seen.set(identity, -1);
  }

  async #handle(event: Readonly<Record<string, unknown>>, delivery: SeenDelivery): Promise<boolean> {
    const identity = this.#behaviour.identity(event, delivery);
    const before = this.#seen.get(identity);
    const times = this.#times.get(identity) ?? 0;
    this.#times.set(identity, times + 1);
    if (this.#behaviour.noteAfterMs > 0) await clock.pause(this.#behaviour.noteAfterMs);
    if (before !== undefined && this.#behaviour.remembers(this.#handled - before, times)) return false;
    this.#seen.set(identity, this.#handled);
    this.#notedMs.set(identity, clock.wallMs());
    this.#handled += 1;
    const id = String(event.id);
    if (!this.#given.has(id)) this.#given.set(id, this.#behaviour.given(event, this.#before));
    this.#before = event;
    const takeEffect = () => this.#effects.set(id, (this.#effects.get(id) ?? 0) + this.#behaviour.effectCount(event));
    const restarts = this.#restarts;
    const effectAfterMs = this.#behaviour.effectAfterMs + this.#behaviour.lagMs(event);
    if (effectAfterMs === 0) takeEffect();
    else
      void clock.pause(effectAfterMs).then(() => {
        if (this.#behaviour.keepsDueEffects || restarts === this.#restarts) takeEffect();
      });
    return true;
  }

  #verify({ signature, body }: SeenDelivery): boolean {
    if (signature === undefined) return false;
    const { behaviour, secrets } = { behaviour: this.#behaviour, secrets: this.#secrets };
    const entries = behaviour.entries(signature);
    const t = behaviour.timestamp(entries);
    if (t === undefined) return false;
    const aheadS = t - Math.floor(clock.wallMs() / 1000) - behaviour.clockAheadS;
    if (aheadS > behaviour.toleranceS.future || -aheadS > behaviour.toleranceS.past) return false;
    const text = entries.find(([name]) => name === 't')?.[1] ?? String(t);
    const wanted = secrets.flatMap((secret) => behaviour.digest(secret, behaviour.signed(text, body)));
    return behaviour.candidates(entries).some((given) => wanted.some((value) => behaviour.matches(given, value)));
  }
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function seen(request: IncomingMessage, body: Buffer, connection: number): SeenDelivery {
  const one = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    body,
    signature: one('svc-signature'),
    deliveryId: one('svc-delivery'),
    contentType: one('content-type'),
    headerNames: request.rawHeaders.filter((_, place) => place % 2 === 0),
    headerCount: request.rawHeaders.length / 2,
    values: (name) => request.headersDistinct[name] ?? [],
    connection,
  };
}
